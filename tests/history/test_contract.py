"""History of the Samurai keeps the contract with every number of players, dice and hidden cards included."""

import random

import pytest

from tenka.check import ContractBroken, check_game
from tenka.game import CHANCE, Action, Rules, Seat, State, View, draw_chance
from tenka.games import get_game
from tenka.history.game import History
from tenka.players import get_player
from tenka.record import replay, write
from tenka.search.mcts import search
from tenka.table import Table

RULES = get_game("history")
COUNTS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.slow), 4, 5, pytest.param(6, marks=pytest.mark.slow)]
)
def test_it_keeps_the_contract(players: int) -> None:
    report = check_game(RULES, options=[{"players": players}], seed=players)
    assert report.games == 1
    assert report.positions[players] > 300
    assert report.reasons["epochs"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_it_keeps_the_contract_in_more_games(players: int) -> None:
    assert check_game(RULES, games=2, options=[{"players": players}], every_reason=True).games == 2


@pytest.mark.parametrize("players", COUNTS)
def test_no_seat_can_tell_a_state_from_one_that_looks_the_same(players: int) -> None:
    """What a person receives is byte-identical for a state and for a sample of his view."""
    rng = random.Random(players)
    options = RULES.options({"players": players})
    for _ in range(3):
        state = RULES.start(options, rng)
        while (turn := RULES.turn(state)) is not None:
            for seat in [None, *range(players)]:
                view = RULES.view(state, seat)
                sampled = RULES.sample(view, rng)
                assert RULES.view(sampled, seat).tobytes() == view.tobytes()
                if turn == seat:
                    assert RULES.legal(sampled) == RULES.legal(state)
            state = RULES.apply(state, rng.choice(RULES.legal(state)))


class ShowsTheDraft(History):
    """Shows everybody the daimyo card that somebody has drawn."""

    def view(self, state: State, seat: Seat | None) -> View:
        shown = super().view(state, seat)
        shown.known.drawn = state.drawn
        return shown


class ShowsHands(History):
    """Shows everybody red's event cards."""

    def view(self, state: State, seat: Seat | None) -> View:
        shown = super().view(state, seat)
        shown.known.hand[0] = state.hand[0]
        return shown


class LosesACounter(History):
    """Forgets a counter now and then."""

    def apply(self, state: State, action: Action) -> State:
        after = super().apply(state, action)
        if after.epoch == 1 and (after.count > 1).any():
            after.count[after.count.argmax()] -= 1
        return after


class LoadedDice(History):
    """Sixes come up twice as often as they should."""

    def chance(self, state: State) -> list[tuple[Action, float]]:
        return [(action, likely * 2) for action, likely in super().chance(state)]


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        (ShowsTheDraft(), "can tell a sampled state"),
        (ShowsHands(), "can tell a sampled state"),
        (LosesACounter(), "not conserved"),
        (LoadedDice(), "do not add up"),
    ],
)
def test_rules_that_break_the_contract_are_found_out(rules: Rules, complaint: str) -> None:
    with pytest.raises(ContractBroken, match=complaint):
        check_game(rules, options=[{"players": 5}])


def test_a_table_rolls_the_dice_itself_and_returns_their_plies() -> None:
    options = RULES.options({"players": 5})
    table = Table.new(RULES, options, list("abcde"), random.Random(1), dice=random.Random(2))
    assert [ply.kind for ply in table.plies] == ["draw"] * 5
    player, rng = get_player("uniform", "history"), random.Random(3)
    seen = len(table.plies)
    while table.outcome is None:
        seat = table.to_move()[0]
        assert seat != CHANCE
        actions = []
        state, number = table.state, RULES.num_plies(table.state)
        while RULES.num_plies(state) == number:
            actions.append(player.decide(RULES.view(state, seat), RULES.legal(state), rng))
            state = RULES.apply(state, actions[-1])
        plies = table.commit(seat, actions)
        seen += len(plies)
        assert seen == table.version
        if RULES.turn(state) == CHANCE:
            assert plies[1].kind in ("dice", "raid", "draw")
    assert replay(write(table.record())).final.tobytes() == table.state.tobytes()


def test_a_table_that_stopped_before_the_dice_goes_on_with_them() -> None:
    options = RULES.options({"players": 3})
    table = Table.new(RULES, options, list("abc"), random.Random(1), dice=None)
    assert table.to_move() == (CHANCE,)
    assert table.plies == []
    resumed = Table.resume(replay(write(table.record())), dice=random.Random(5))
    assert len(resumed.plies) == 6
    assert resumed.to_move()[0] != CHANCE


def test_the_same_dice_give_the_same_game() -> None:
    options = RULES.options({"players": 4})
    tables = [Table.new(RULES, options, list("abcd"), random.Random(1), dice=random.Random(2)) for _ in range(2)]
    assert tables[0].plies == tables[1].plies
    other = Table.new(RULES, options, list("abcd"), random.Random(1), dice=random.Random(3))
    assert other.plies != tables[0].plies


def test_the_generic_search_samples_chance() -> None:
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": 3}), rng)
    while RULES.turn(state) == CHANCE:
        state = RULES.apply(state, draw_chance(RULES, state, rng))
    seat = RULES.turn(state)
    legal = RULES.legal(state)
    tree = search(RULES, RULES.view(state, seat), legal, 20, rng)
    assert tree.visits == 20
    assert sum(tree.children[action].visits for action in legal if action in tree.children) == 20


def test_dice_and_cards_are_drawn_as_python_draws_them() -> None:
    state, rng, other = RULES.start(RULES.options({"players": 3}), random.Random(3)), random.Random(3), random.Random(3)
    while (turn := RULES.turn(state)) is not None:
        if turn == CHANCE:
            actions, likely = zip(*RULES.chance(state), strict=True)
            action = draw_chance(RULES, state, rng)
            assert action == other.choices(actions, likely)[0]
        else:
            action = RULES.legal(state)[-1]
        state = RULES.apply(state, action)
    assert rng.random() == other.random()
