"""Every game keeps the contract, for every player count and option."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from tenka.check import ContractBroken, check_game
from tenka.game import Action, Rules, Seat, State, View
from tenka.games import GAMES, get_game
from tenka.samurai.game import Samurai
from tenka.samurai.options import EDITIONS, Options
from tenka.samurai.view import UNKNOWN


def test_every_edition_keeps_the_contract() -> None:
    options = [{"players": players, "edition": edition} for players in (2, 3, 4) for edition in EDITIONS]
    report = check_game(get_game("samurai"), options=options)
    assert report.games == 9


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_option_keeps_the_contract(players: int) -> None:
    rules = get_game("samurai")
    options = [rules.describe_options(option) for option in rules.every_options() if option.players == players]
    assert len(options) == 32
    report = check_game(rules, options=options, every_reason=True)
    assert report.games == 32


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_can_tell_a_state_from_one_that_looks_the_same(players: int) -> None:
    """What a seat receives is byte-identical for a state and for a sample of its view: 10,000 random positions."""
    rules = get_game("samurai")
    options = [option for option in rules.every_options() if option.players == players]
    rng = random.Random(players)
    for state in islice(random_positions(rules, options, rng), 10_000):
        for seat in [None, *range(players)]:
            view = rules.view(state, seat)
            sampled = rules.sample(view, rng)
            assert rules.view(sampled, seat).tobytes() == view.tobytes()
            if rules.turn(state) == seat:
                assert rules.legal(sampled) == rules.legal(state)


def random_positions(rules: Rules, options: list[Options], rng: random.Random) -> Iterator[State]:
    while True:
        state = rules.start(rng.choice(options), rng)
        while rules.turn(state) is not None:
            yield state
            state = rules.apply(state, rng.choice(rules.legal(state)))
        yield state


class LeakyStack(Samurai):
    """Shows everybody the stacks."""

    def view(self, state: State, seat: Seat | None) -> View:
        shown = super().view(state, seat)
        shown.known.stack[:] = state.stack
        return shown


class TrustsAView(Samurai):
    """Blanks nothing of what is blanked in part already."""

    def view(self, state: State, seat: Seat | None) -> View:
        if seat is None and (state.hand[: state.players] == UNKNOWN).any():
            return View(None, state)
        return super().view(state, seat)


class LosesAPiece(Samurai):
    """Loses a captured piece now and then."""

    def apply(self, state: State, action: Action) -> State:
        after = super().apply(state, action)
        if after.captured.any():
            after.captured[:] = 0
        return after


class ChangesItsArgument(Samurai):
    def apply(self, state: State, action: Action) -> State:
        after = super().apply(state, action)
        state.turns += 1
        return after


class ForgetsAnAction(Samurai):
    def format(self, actions: Sequence[Action]) -> str:
        return super().format([action for action in actions if action])


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        (LeakyStack(), "can tell a sampled state"),
        (TrustsAView(), "shows a spectator something else"),
        (LosesAPiece(), "not conserved"),
        (ChangesItsArgument(), "changed its argument"),
        (ForgetsAnAction(), "does not parse back"),
    ],
)
def test_rules_that_break_the_contract_are_found_out(rules: Rules, complaint: str) -> None:
    with pytest.raises(ContractBroken, match=complaint):
        check_game(rules, options=[{"players": 2}])


def test_every_game_is_known_by_its_own_name() -> None:
    assert all(get_game(name).name == name for name in GAMES)
