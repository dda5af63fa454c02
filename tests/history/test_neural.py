"""Players that have learnt History of the Samurai: what they do and say, and what is said of bad weights."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tenka.game import CHANCE, GameError
from tenka.history import learning
from tenka.history.actions import GIVE, PLACE
from tenka.history.cards import NUM_EPOCHS
from tenka.history.players.neural import GAME, WEIGHTS, LearntGuide, make_neural, make_policy
from tenka.players import get_player
from tenka.players.neural import Network, load_network
from tests.history.learnt import EVERY_NUMBER, RULES, Told, decisions_of


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_it_does_what_its_network_likes_best_of_what_it_may_do(players: int) -> None:
    states = decisions_of(players, 6, steps=60)
    told, network, player = Told(states), load_network(WEIGHTS, GAME), make_policy()
    answers = network.ask(players, told.planes, told.globals)
    assert np.allclose(answers.shares.sum(1), 1.0, atol=1e-5)
    assert answers.shares.shape == (len(states), players)
    gifts, own = 0, []
    for place, state in enumerate(states):
        seat = RULES.turn(state)
        assert seat is not None
        legal = RULES.legal(state)
        logits = np.where(told.masks[place] != 0, answers.policy[place, network.slots[players]], -np.inf)
        wanted = learning.as_named(state, int(logits.argmax()))
        chosen = player.decide(RULES.view(state, seat), legal, random.Random(1))
        gifts += GIVE <= chosen < PLACE
        # other batches are added up in another order: what is nearly as good may be chosen
        best, of_chosen = logits.max(), logits[learning.as_seen(state, chosen)]
        assert chosen == wanted or best - of_chosen < 1e-3
        lines = player.explain(RULES.view(state, seat), legal, random.Random(1))
        assert {line.actions[0] for line in lines} == set(legal)
        assert sum(line.score for line in lines) == pytest.approx(1.0)
        assert sum(lines[0].win_shares) == pytest.approx(1.0, abs=1e-4)
        own.append(lines[0].win_shares[seat] - answers.shares[place, 0])
    assert np.abs(own).max() < 1e-3, "shares go by the seats of the table, his own is his"
    assert gifts or players == 2


def test_what_is_hidden_makes_no_difference_to_what_it_does() -> None:
    rng, player = random.Random(2), make_policy()
    for state in decisions_of(5, 7, steps=20):
        seat = RULES.turn(state)
        other = RULES.sample(RULES.view(state, seat), rng)
        lines, again = (
            player.explain(RULES.view(each, seat), RULES.legal(each), random.Random(1)) for each in (state, other)
        )
        assert lines == again


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_it_tries_the_likeliest_first_and_says_whom_everything_favours(players: int) -> None:
    player, policy = make_neural("neural:60"), make_policy()
    for state in decisions_of(players, 3, steps=60)[::30]:
        seat = RULES.turn(state)
        assert seat is not None
        view, legal = RULES.view(state, seat), RULES.legal(state)
        lines = player.explain(view, legal, random.Random(1))
        likely = [line.actions[0] for line in policy.explain(view, legal, random.Random(1))[: LearntGuide.width]]
        assert {line.actions[0] for line in lines} == set(likely)
        assert sum(line.visits for line in lines) == 60
        for line in lines:
            assert sum(line.win_shares) == pytest.approx(1.0, abs=1e-4)
            assert line.score == line.win_shares[seat]
        assert player.decide(view, legal, random.Random(1)) == lines[0].actions[0]


def test_it_says_who_will_hold_which_province() -> None:
    state = decisions_of(3, 3, steps=60)[-1]
    seat = RULES.turn(state)
    line, *_ = make_policy().explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert line.stakes is not None
    assert len(line.stakes) == 60
    for chances in line.stakes.values():
        assert len(chances) == 3
        assert 0.0 <= sum(chances) <= 1.0 + 1e-5


def test_a_try_depends_on_what_may_be_known_and_on_its_luck_alone() -> None:
    guide = LearntGuide()
    for state in decisions_of(5, 4, steps=60)[::12]:
        seat = RULES.turn(state)
        view, legal = RULES.view(state, seat), RULES.legal(state)
        other = RULES.view(RULES.sample(view, random.Random(3)), seat)
        actions, lucks = [legal[0], legal[-1]] * 2, [7, 7, 8, 8]
        shares = guide.try_out(RULES, view, actions, lucks)
        assert np.array_equal(shares, guide.try_out(RULES, other, actions, lucks))
        alone = [guide.try_out(RULES, view, [action], [luck])[0] for action, luck in zip(actions, lucks, strict=True)]
        assert np.allclose(shares, alone, atol=1e-3), "others in the batch make no difference but how sums are rounded"


def test_a_game_that_ends_in_a_try_counts_by_its_result() -> None:
    state = decisions_of(3, 1, steps=5)[0]
    while state.epoch < NUM_EPOCHS - 1 or RULES.turn(state) == CHANCE:
        state = RULES.apply(state, RULES.legal(state)[0])
    legal = RULES.legal(state)
    shares = LearntGuide().try_out(RULES, RULES.view(state, RULES.turn(state)), [legal[0]] * 20, range(20))
    assert {round(float(share), 6) for share in shares.ravel()} <= {0.0, 0.333333, 0.5, 1.0}
    assert np.allclose(shares.sum(1), 1.0)


def test_how_long_it_thinks_is_in_its_name() -> None:
    assert get_player("neural:20ms", "history").name == "neural:20ms"
    with pytest.raises(GameError, match=r"neural thinks for 1 to 200,000 iterations, as in neural:5000"):
        get_player("neural:long", "history")


def test_weights_that_were_cut_short_or_are_of_another_game_are_told(tmp_path: Path) -> None:
    short = tmp_path / "short.onnx"
    short.write_bytes(WEIGHTS.read_bytes()[:100_000])
    with pytest.raises(GameError, match=r"short\.onnx cannot be read; is the file there, and whole"):
        Network(short, GAME)
    with pytest.raises(GameError, match=r"history-2\.onnx do not fit: the file has game 'history'"):
        Network(WEIGHTS, "samurai")


def test_it_knows_who_is_ahead() -> None:
    """Not how strong it is, for which see benchmarks/results, but that these weights are of a network that has learnt:
    the share that it gives itself rises with the points that it is ahead by."""
    states = decisions_of(5, 8, steps=700)[-800::8]  # of the last epochs
    told, network = Told(states), load_network(WEIGHTS, GAME)
    own = network.ask(5, told.planes, told.globals).shares[:, 0]
    lead = []
    for state in states:
        seat = RULES.turn(state)
        assert seat is not None
        points = state.points[:5]
        lead.append(int(points[seat] - points.max()))
    assert np.corrcoef(lead, own)[0, 1] > 0.6
