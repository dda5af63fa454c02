"""Players that have learnt: what their network is told, what it answers, and what happens without it."""

from __future__ import annotations

import builtins
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenka.compiled import generator_state
from tenka.game import GameError
from tenka.games import get_game
from tenka.players import Budget, decide_ply, get_player, neural
from tenka.players.neural import Network
from tenka.players.weights import describe_fit
from tenka.samurai import players as samurai_players
from tenka.samurai.actions import END_TURN, PASS
from tenka.samurai.encode import encode_game, spec
from tenka.samurai.learning import graph, name_stakes
from tenka.samurai.lines import make_ply
from tenka.samurai.notation import format_piece
from tenka.samurai.pieces import NUM_KINDS, hand_tiles
from tenka.samurai.players.look import LATE, WIDTH, Look, Turn
from tenka.samurai.players.neural import GAME, LEAST_CHANCE, WEIGHTS, Neural, make_policy
from tenka.samurai.players.turns import deal_likely_hands
from tenka.samurai.state import array_of, new_states
from tenka.samurai.view import recall_captures, unseen_tiles

RULES = get_game(GAME)


def states_of(players: int, seed: int, **given: object) -> list[Any]:
    rng = random.Random(seed)
    state, states = RULES.start(RULES.options({"players": players, **given}), rng), []
    while RULES.turn(state) is not None:
        states.append(state)
        state = RULES.apply(state, rng.choice(RULES.legal(state)))
    return states


def answers_for(states: list[Any], seats: list[int], players: int) -> Any:
    planes, globals_ = spec(players).empty(len(states))
    for place, (state, seat) in enumerate(zip(states, seats, strict=True)):
        encode_game(array_of(state), 0, seat, players, planes[place], globals_[place])
    return neural.load_network(WEIGHTS, GAME).ask(players, planes, globals_)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_makes_no_difference_to_any_answer(players: int) -> None:
    """The network was trained with the others' hands at hand; it must have no way to see them."""
    rng = random.Random(players)
    states = states_of(players, 1)[:: 2 * players]
    seats = [int(RULES.turn(state) or 0) for state in states]
    others = [RULES.sample(RULES.view(state, seat), rng) for state, seat in zip(states, seats, strict=True)]
    differ = [state.tobytes() != other.tobytes() for state, other in zip(states, others, strict=True)]
    assert sum(differ) > len(states) / 2
    for found, again in zip(answers_for(states, seats, players), answers_for(others, seats, players), strict=True):
        assert np.array_equal(found, again)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_has_a_logit_of_its_own(players: int) -> None:
    slots = graph(players).slots
    for state in [*states_of(players, 2), *states_of(players, 3, pieces="random", hands="random")]:
        places = slots[RULES.legal(state)]
        assert (places >= 0).all()
        assert len(set(places.tolist())) == len(places)
    assert int(slots.max()) + 1 == graph(players).num_logits


def test_shares_are_of_one_win_and_stakes_of_one_piece() -> None:
    states = states_of(3, 4)
    answers = answers_for(states, [int(RULES.turn(state) or 0) for state in states], 3)
    assert answers.shares.shape == (len(states), 3)
    assert np.allclose(answers.shares.sum(1), 1.0, atol=1e-5)
    assert np.allclose(answers.stakes.sum(-1), 1.0, atol=1e-5)
    assert ((answers.secrets >= 0) & (answers.secrets <= 1)).all()


def test_hands_are_dealt_by_their_odds_from_what_is_unseen() -> None:
    rng, generator = random.Random(1), generator_state(5)
    state = states_of(2, 5, hands="random", pieces="random")[20]
    seat = int(RULES.turn(state) or 0)
    view = RULES.view(state, seat)
    odds = np.ones((4, NUM_KINDS))
    wanted = hand_tiles(unseen_tiles(state, 1 - seat))[0]
    odds[:, wanted] = 1e6
    times = 0
    for _ in range(200):
        dealt = new_states(1)
        dealt[0] = RULES.sample(view, rng)
        deal_likely_hands(dealt[0], seat, odds, generator)
        hand = int(dealt[0].hand[1 - seat])
        assert hand & ~unseen_tiles(state, 1 - seat) == 0
        assert len(hand_tiles(hand)) == int(state.num_hand[1 - seat])
        assert RULES.view(dealt[0], seat).known.tobytes() == view.known.tobytes()
        times += wanted in hand_tiles(hand)
    assert times > 195
    assert recall_captures(view.memory).sum() >= 0


def looks(players: int, seed: int, **given: object) -> Iterator[tuple[Any, Look]]:
    network = neural.load_network(WEIGHTS, GAME)
    for state in states_of(players, seed, hands="random", pieces="random", **given):
        if len(RULES.legal(state)) > 1:
            view = RULES.view(state, RULES.turn(state))
            yield state, Look(network, view, generator_state(seed), 1500)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_that_are_compared_are_whole_and_lead_to_different_positions(players: int) -> None:
    for state, look in list(looks(players, 6))[::5]:
        seat, found = RULES.turn(state), look.list_turns()
        assert 1 <= len(found) <= WIDTH
        assert sum(turn.chance for turn in found) <= 1.0 + 1e-6
        before = set()
        for turn in found:
            after = state
            for action in turn.actions:
                assert RULES.turn(after) == seat
                before.add(after.tobytes()) if action in (END_TURN, PASS) else None
                after = RULES.apply(after, action)
            assert RULES.num_plies(after) == RULES.num_plies(state) + 1
        assert len(before) == len(found)


def test_turns_are_compared_in_the_same_worlds_and_the_better_ones_in_more() -> None:
    for state, look in list(looks(2, 7))[::9]:
        found = look.list_turns()
        look.compare(found, lambda look=look: look.asked / 1500)  # type: ignore[misc]
        worlds = sorted(turn.worlds for turn in found)
        assert worlds[0] >= 1
        assert worlds[-1] > worlds[0] or len(found) <= 2
        for turn in found:
            assert abs(turn.shares.sum() / turn.worlds - 1.0) < 1e-4
        assert look.asked <= 1500 + 64 * 12, "the first try of all turns is made whatever it takes"
        assert RULES.turn(state) is not None


def test_near_the_end_turns_are_judged_by_who_wins_and_not_by_what_the_network_says() -> None:
    late = [look for state, look in looks(3, 7) if state.num_stack[RULES.turn(state)] <= LATE]
    assert len(late) > 10
    for look in late[::3]:
        found = look.list_turns()
        look.compare(found, lambda look=look: look.asked / 1500)  # type: ignore[misc]
        for turn in found:
            wins = 6 * turn.shares[:3]  # of one winner, or shared by two or three
            assert np.allclose(wins, wins.round(), atol=1e-3)


def test_no_try_is_begun_that_would_end_when_more_than_the_budget_is_spent() -> None:
    for _, look in list(looks(2, 7))[::9]:
        spent = [0.0]
        tries: list[float] = []

        def another(left: list[Turn], spent: list[float] = spent, tries: list[float] = tries) -> None:
            for turn in left:
                turn.worlds += 1
            spent[0] += 0.3
            tries.append(spent[0])

        found = look.list_turns()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(look, "_try", another)
            look.compare(found, lambda spent=spent: spent[0])  # type: ignore[misc]
        assert len(tries) == 3, "a fourth would end at 1.2"


def test_a_turn_without_an_alternative_is_played_as_it_is_and_explained_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = 0
    for state, look in looks(2, 7):
        compared: list[Turn] = []

        def watched(self: Look, found: list[Turn], spent: object, told: list[Turn] = compared) -> None:
            told += found
            for turn in found:
                turn.worlds = 1

        monkeypatch.setattr(Look, "compare", watched)
        found = look.list_turns(LEAST_CHANCE)
        view, legal = RULES.view(state, RULES.turn(state)), RULES.legal(state)
        action = Neural(Budget(iterations=1500)).decide(view, legal, random.Random(1))
        assert len(compared) == (len(found) if len(found) > 1 else 0)
        monkeypatch.undo()
        if len(found) == 1:
            alone += 1
            assert action == found[0].actions[0]
            (line,) = Neural(Budget(iterations=150)).explain(view, legal, random.Random(1))
            assert line.visits > 0
    assert alone


def test_a_turn_that_wins_at_once_is_seen_as_won() -> None:
    """The last decision of a game that was won: what is over needs no network."""
    seen = 0
    for seed in range(40):
        state = states_of(2, seed, hands="random", pieces="random")[-1]
        seat = RULES.turn(state)
        assert seat is not None
        lines = Neural(Budget(iterations=300)).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
        for line in lines:
            after = state
            for action in line.actions:
                after = RULES.apply(after, action)
            if (outcome := RULES.outcome(after)) is not None:
                seen += 1
                share = (seat in outcome.winners) / len(outcome.winners)
                assert line.win_shares[seat] == pytest.approx(share, abs=1e-6)
    assert seen > 10


def test_a_turn_is_thought_out_once_and_then_played_as_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    player = Neural(Budget(iterations=200))
    state = RULES.start(RULES.options({"players": 2, "hands": "random", "pieces": "random"}), rng)
    thoughts = decisions = turns = 0
    compare = player._compare

    def counted(*given: Any) -> Any:
        nonlocal thoughts
        thoughts += 1
        return compare(*given)

    monkeypatch.setattr(player, "_compare", counted)
    while (seat := RULES.turn(state)) is not None:
        legal = RULES.legal(state)
        decisions += len(legal) > 1
        action = player.decide(RULES.view(state, seat), legal, rng)
        after = RULES.apply(state, action)
        turns += RULES.num_plies(after) > RULES.num_plies(state)
        state = after
    assert 0 < thoughts <= turns < decisions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_says_who_will_take_which_piece(players: int) -> None:
    """What a turn takes is the taker's for sure, and of all others every piece has one taker at most."""
    taken = 0
    for state in states_of(players, 9, hands="random", pieces="random")[8::9]:
        seat = RULES.turn(state)
        assert seat is not None
        view, legal = RULES.view(state, seat), RULES.legal(state)
        best, *_ = Neural(Budget(iterations=150)).explain(view, legal, random.Random(1))
        assert best.stakes is not None
        standing = {name for name, _, _ in name_stakes(state)}
        assert standing <= set(best.stakes), "every piece on the board"
        after = state
        for action in best.actions:
            after = RULES.apply(after, action)
        for chances in best.stakes.values():
            assert len(chances) == players
            assert sum(chances) <= 1.0 + 1e-5
        for capture in make_ply(state, best.actions, after).takes:
            taken += 1
            sure = [float(other == capture.taker) for other in range(players)]
            assert best.stakes[format_piece(capture.piece)] == pytest.approx(sure, abs=1e-6)
    assert taken


def test_what_it_says_of_pieces_comes_true() -> None:
    """In games that its network plays to their ends; without any idea it would be right in 22 of 100 cases."""
    rng, said = random.Random(4), []
    for _ in range(12):
        state = RULES.start(RULES.options({"players": 2, "hands": "random", "pieces": "random"}), rng)
        for _ in range(16):
            state = RULES.apply(
                state, make_policy().decide(RULES.view(state, int(state.seat)), RULES.legal(state), rng)
            )
        line, *_ = make_policy().explain(RULES.view(state, int(state.seat)), RULES.legal(state), rng)
        plies = []
        while (seat := RULES.turn(state)) is not None:
            actions = decide_ply(RULES, state, seat, make_policy(), rng)
            before = state
            for action in actions:
                state = RULES.apply(state, action)
            plies.append(make_ply(before, actions, state))
        takes = [take for ply in plies for take in ply.takes]
        takers = {format_piece(take.piece): take.taker for take in takes if take.taker is not None}
        assert line.stakes is not None
        said += [chances[takers[name]] for name, chances in line.stakes.items() if name in takers]
    assert len(said) > 60
    assert np.mean(said) > 0.45


@pytest.mark.slow
def test_the_network_beats_greedy_and_looking_ahead_beats_the_network() -> None:
    """A released network is one whose search is stronger than itself; the figures are in benchmarks/results."""

    def share(first: str, second: str, games: int) -> float:
        won = 0.0
        for game in range(games):
            names = [first, second] if game % 2 == 0 else [second, first]
            rng = random.Random(game // 2)
            state = RULES.start(RULES.options({"players": 2}), rng)
            while (seat := RULES.turn(state)) is not None:
                action = get_player(names[seat]).decide(RULES.view(state, seat), RULES.legal(state), rng)
                state = RULES.apply(state, action)
            outcome = RULES.outcome(state)
            assert outcome is not None
            won += (names.index(first) in outcome.winners) / len(outcome.winners)
        return won / games

    assert share("policy", "greedy", 20) >= 0.75
    assert share("neural:300", "greedy", 10) >= 0.7


def test_carelessness_makes_other_choices() -> None:
    state = states_of(2, 8, hands="random", pieces="random")[0]
    view, legal = RULES.view(state, RULES.turn(state)), RULES.legal(state)
    best = make_policy().decide(view, legal, random.Random(1))
    chosen = {make_policy("x", 30.0).decide(view, legal, random.Random(seed)) for seed in range(30)}
    assert len(chosen) > 3
    assert {make_policy("x", 0.001).decide(view, legal, random.Random(seed)) for seed in range(5)} == {best}


# --- without it ---------------------------------------------------------------------------------------------


def test_weights_that_were_cut_short_are_told(tmp_path: Path) -> None:
    short = tmp_path / "short.onnx"
    short.write_bytes(WEIGHTS.read_bytes()[:100_000])
    with pytest.raises(GameError, match=r"short\.onnx cannot be read; is the file there, and whole"):
        Network(short, GAME)
    with pytest.raises(GameError, match=r"gone\.onnx cannot be read"):
        Network(tmp_path / "gone.onnx", GAME)


@pytest.mark.parametrize("what", ["format", "game", "rules", "observations", "actions"])
def test_weights_of_another_kind_are_refused(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.onnx"
    shutil.copy(WEIGHTS, file)
    wanted = describe_fit(GAME) | {what: "another"}
    monkeypatch.setattr("tenka.players.weights.describe_fit", lambda game: wanted)
    with pytest.raises(GameError, match=f"do not fit: the file has {what} .* and this program needs 'another'"):
        Network(file, GAME)


def test_without_the_runtime_it_is_said_what_to_install_and_who_else_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *others: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        GameError, match=r"pip install 'tenka-games\[neural\]'; without it the strongest player is mcts"
    ):
        Network(WEIGHTS, GAME)
    assert not neural.is_available()


@pytest.mark.parametrize("name", ["neural:0", "neural:x", "neural:999999999", "neural:0ms"])
def test_a_time_that_it_cannot_keep_to_is_told(name: str) -> None:
    with pytest.raises(GameError, match="neural thinks for 1 to"):
        get_player(name)


def test_nobody_is_told_that_a_network_plays_and_the_machine_gets_no_number(tmp_path: Path) -> None:
    # ONNX Runtime tells nobody either where it sees that it is tested.
    tested = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME")
    env = {name: value for name, value in os.environ.items() if name not in tested} | {"HOME": str(tmp_path)}
    load = f"from tenka.players.neural import _runtime; _runtime().InferenceSession({str(WEIGHTS)!r})"
    subprocess.run([sys.executable, "-c", load], env=env, check=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_who_asks_for_a_level_that_has_learnt_is_told_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {name: text for name, text in samurai_players.LEVELS.items() if name not in samurai_players.LEARNT}
    monkeypatch.setattr(samurai_players, "LEVELS", levels)  # as where ONNX Runtime is not installed
    with pytest.raises(
        GameError, match=r"tenkabito has learnt, and needs .*: pip install 'tenka-games\[neural\]'; there"
    ):
        get_player.__wrapped__("tenkabito", "samurai")
