"""Puzzles of Samurai: every turn is looked at, and the one that wins is found, and proved."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tenka.game import Action, View
from tenka.puzzles.again import Again, judge_one
from tenka.puzzles.ledger import Ledger
from tenka.puzzles.make import tells_levels_apart
from tenka.puzzles.promise import EVERY, LEAD, WISH, WORLDS, find
from tenka.puzzles.puzzle import Promise, Puzzle, Told
from tenka.puzzles.rate import is_right
from tenka.samurai import puzzles
from tenka.samurai.board import FIELD_BY_NAME, LAND_BY_PLAYERS, NUM_LAND, SEA_BY_PLAYERS, SEA_WORD, SETTLEMENTS_BESIDE
from tenka.samurai.every_turn import can_end, list_every_turn
from tenka.samurai.pieces import KIND_BY_CODE, KINDS, hand_bits
from tenka.samurai.proof import is_proved
from tenka.samurai.puzzles import MOST_TURNS, SamuraiSetter
from tenka.samurai.state import CAPTURED_HIDDEN, State, array_of, tile_code
from tests.samurai.drawing import RULES, position

BLUE = 1
RIGHT = ("b3@f17 done", "b4@f17 done")


def last_buddha() -> State:
    """One Buddha, one rice and one castle stand. Who takes the Buddha leads its caste, and the game is over.

    Red takes it with a Buddha tile of 3 or 4 on the last land beside it; everything else on that space gives it to blue
    or to nobody. Most of blue's tiles lie far from all pieces, so that few hands are possible.
    """
    state = position(
        """
    ~       .
        g17:(r)
    .       .
~       Bb2
    (b)     ~
""",
        hands={"red": "b3 b4 s1 s2 r4", "blue": "b4 s3 s2 s1 r4"},
        taken={"red": "bbbrrrccc", "blue": "bbbrrrccc"},
        elsewhere={"o14": "c"},
        captured="open",
    )
    _play_the_rest(state, BLUE, hand="b4 s3 s2 s1 r4", stack="c4")
    return state


def _play_the_rest(state: State, seat: int, hand: str, stack: str) -> None:
    """A seat holds these tiles, and all its others lie where no pieces are near."""
    kept = [KIND_BY_CODE[code] for code in f"{hand} {stack}".split()]
    rest = [kind for kind, known in enumerate(KINDS) for _ in range(known.copies)]
    for kind in kept:
        rest.remove(kind)
    for code in state.tile:
        if code and int(code) >> 5 == seat:
            rest.remove((int(code) & 31) - 1)
    standing = int(state.pieces[0] | state.pieces[1] | state.pieces[2])
    land = [field for field in range(int(LAND_BY_PLAYERS[2])) if not int(SETTLEMENTS_BESIDE[field]) & standing]
    seas = range(NUM_LAND, NUM_LAND + int(SEA_BY_PLAYERS[2]))
    sea = [field for field in seas if not int(SETTLEMENTS_BESIDE[field]) & standing]
    for kind in rest:
        if KINDS[kind].code == "x":
            state.switched |= 1 << seat
            continue
        field = (sea if KINDS[kind].code.startswith("h") else land).pop()
        state.tile[field] = tile_code(seat, kind)
        if field < NUM_LAND:
            state.land_empty &= ~(1 << field)
        else:
            state.sea_empty[(field - NUM_LAND) // SEA_WORD] &= ~(1 << (field - NUM_LAND) % SEA_WORD)
    state.hand[seat] = hand_bits([KIND_BY_CODE[code] for code in hand.split()])
    state.stack[seat] = -1
    state.stack[seat, -1] = KIND_BY_CODE[stack]
    state.num_stack[seat] = 1


@pytest.fixture(scope="module")
def setter() -> SamuraiSetter:
    return SamuraiSetter()


def view_of(state: State) -> View:
    return RULES.view(state, RULES.turn(state))


def test_every_turn_is_legal_and_leads_elsewhere() -> None:
    state = last_buddha()
    found = list_every_turn(array_of(state), 4000)
    assert found.is_all
    reached = set()
    for turn in found.turns:
        after = state
        for action in turn:
            after = RULES.apply(after, action)
        assert after.turns == state.turns + 1
        reached.add(after.tobytes())
    assert len(reached) == len(found.turns) > 20
    assert {RULES.format(turn) for turn in found.turns} >= set(RIGHT)


def test_too_many_turns_are_said_to_be_too_many() -> None:
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": 4, "hands": "random", "pieces": "random"}), rng)
    found = list_every_turn(array_of(state), 300)
    assert not found.is_all
    assert len(found.turns) <= 300


def test_who_can_end_the_game_is_seen() -> None:
    assert can_end(array_of(last_buddha()), must_win=True)
    early = RULES.start(RULES.options({"players": 2, "hands": "random", "pieces": "random"}), random.Random(1))
    assert not can_end(array_of(early))


def test_who_can_end_the_game_but_not_win_it_is_seen() -> None:
    state = last_buddha()
    state.hand[0] = hand_bits([KIND_BY_CODE[code] for code in ("s1", "s1", "r4", "r3", "c2")])
    assert can_end(array_of(state))
    assert not can_end(array_of(state), must_win=True)


def test_the_turn_that_wins_at_once_is_proved() -> None:
    view = view_of(last_buddha())
    right = [RULES.parse(text) for text in RIGHT]
    assert is_proved(view, right, LEAD)
    assert not is_proved(view, right[:1], LEAD)  # the other one is as good
    assert not is_proved(view, [RULES.parse("s2@f17 done")], LEAD)  # a tie is half a win, and there is more to have
    assert not is_proved(view, [RULES.parse("r4@h17 done")], LEAD)  # the game goes on


def test_it_is_not_proved_where_the_next_seat_cannot_punish() -> None:
    state = last_buddha()
    state.tile[FIELD_BY_NAME["g18"]] = 0  # blue has nothing beside the Buddha
    state.land_empty |= 1 << FIELD_BY_NAME["g18"]
    state.tile[FIELD_BY_NAME["f17"]] = tile_code(BLUE, KIND_BY_CODE["b2"])
    state.land_empty &= ~(1 << FIELD_BY_NAME["f17"])
    state.captured[BLUE] = (1, 3, 3)
    state.captured[0] = (5, 3, 3)  # whatever happens to it, red leads the Buddhas
    assert not is_proved(view_of(state), [RULES.parse("b3@g18 done")], LEAD)


def test_captured_pieces_of_a_record_are_shown(setter: SamuraiSetter) -> None:
    state = last_buddha()
    hidden = state.copy()
    hidden.rules |= CAPTURED_HIDDEN
    assert RULES.view(hidden, 0).known.captured[BLUE].tolist() == [-1, -1, -1]
    assert RULES.view(setter.opened(hidden), 0) == view_of(state)


def test_turns_that_lead_to_the_same_position_are_both_right() -> None:
    state = last_buddha()
    right = [RULES.parse(RIGHT[0])]
    assert is_right(RULES, state, right, RULES.parse(RIGHT[0]))
    assert not is_right(RULES, state, right, RULES.parse(RIGHT[1]))


def test_the_turn_that_wins_at_once_is_found(setter: SamuraiSetter) -> None:
    view = view_of(last_buddha())
    found = find(setter, view, random.Random(1), worlds=128)
    assert found is not None
    assert {RULES.format(told.actions) for told in found.right} == set(RIGHT)
    assert found.right[0].shares == (1.0, 0.0)
    assert found.promise.lead > LEAD
    kinds = setter.kinds_of(view, found.right[0].actions, found.others[0].actions, random.Random(1))
    assert kinds == ["last", "leadership", "end"]


def test_no_worlds_are_spent_on_what_is_not_wanted(setter: SamuraiSetter) -> None:
    asked: list[Sequence[Action]] = []
    ledger = Ledger()

    def refuse(right: Sequence[Sequence[Action]]) -> bool:
        asked.extend(right)
        return False

    assert find(setter, view_of(last_buddha()), random.Random(1), worlds=128, goes_on=refuse, ledger=ledger) is None
    assert {RULES.format(turn) for turn in asked} == set(RIGHT)
    assert ledger.stages[WISH].refused == 1
    assert list(ledger.stages)[-1] == WISH


def test_of_what_nobody_finds_a_part_goes_on(setter: SamuraiSetter) -> None:
    view, right = view_of(last_buddha()), [RULES.parse(text) for text in RIGHT]
    assert tells_levels_apart(setter, view, random.Random(1), right)
    gone_on = sum(tells_levels_apart(setter, view, random.Random(seed), []) for seed in range(24))
    assert 1 <= gone_on <= 16


def many_ways() -> State:
    """The pieces of a whole game stand, and with any other tile two ships and a ronin may be played: four, anywhere."""
    rng = random.Random(1)
    options = {"players": 4, "hands": "random", "pieces": "random", "captured": "open"}
    state = RULES.start(RULES.options(options), rng)
    state.hand[RULES.turn(state)] = hand_bits([KIND_BY_CODE[code] for code in ("h1", "h2", "n1", "s1", "s2")])
    return state


def test_a_position_with_more_turns_than_can_be_compared_makes_no_puzzle(setter: SamuraiSetter) -> None:
    view, ledger = view_of(many_ways()), Ledger()
    assert setter.list_turns(view, random.Random(1)) == []
    assert find(setter, view, random.Random(1), worlds=128, ledger=ledger) is None
    assert (list(ledger.stages), ledger.stages[EVERY].refused) == ([EVERY], 1)


def test_all_turns_are_listed_or_none(setter: SamuraiSetter, monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(last_buddha())
    num = len(list_every_turn(array_of(view.known), MOST_TURNS).turns)
    monkeypatch.setattr(puzzles, "MOST_TURNS", num)
    turns = setter.list_turns(view, random.Random(1))
    assert {RULES.format(turn) for turn in turns} >= set(RIGHT)
    assert len(turns) >= num
    monkeypatch.setattr(puzzles, "MOST_TURNS", num - 1)
    assert setter.list_turns(view, random.Random(1)) == []


def test_of_a_puzzle_with_more_turns_than_can_be_compared_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [(Told(tuple(RULES.parse(text)), (1.0, 0.0)),) for text in (RIGHT[0], "s2@f17 done")]
    promise = Promise(0.5, 0.5, 0.5, 16384, 1.0)
    puzzle = Puzzle("1-1-1", "samurai", view_of(last_buddha()), turns[0], turns[1], ("last",), promise)
    monkeypatch.setattr(puzzles, "MOST_TURNS", 20)
    again = judge_one(puzzle, WORLDS, random.Random(1))
    assert (again.keeps, again.rival, again.worlds) == (False, (), 0)


def test_a_puzzle_that_is_judged_again_keeps_its_answer_or_falls() -> None:
    view = view_of(last_buddha())
    told = {text: Told(tuple(RULES.parse(text)), (1.0, 0.0)) for text in (*RIGHT, "s2@f17 done", "r4@h17 done")}
    promise = Promise(0.5, 0.5, 0.5, 16384, 1.0)

    def judge(right: Sequence[str], others: Sequence[str]) -> Again:
        turns = [tuple(told[text] for text in texts) for texts in (right, others)]
        puzzle = Puzzle("1-1-1", "samurai", view, turns[0], turns[1], ("last",), promise)
        return judge_one(puzzle, 2 * WORLDS, random.Random(1))

    kept = judge(RIGHT, ["r4@h17 done"])
    assert kept.keeps
    assert kept.worlds == 2 * WORLDS
    assert kept.lead == pytest.approx(0.5, abs=0.01)  # s2 takes half, and was found although nobody told of it
    assert RULES.format(kept.rival) in {"s2@f17 done", "s1@f17 done", "r4@f17 done"}
    fallen = judge(["s2@f17 done"], [RIGHT[0]])
    assert not fallen.keeps
    assert fallen.lead == pytest.approx(-0.5, abs=0.01)
    assert RULES.format(fallen.rival) in RIGHT
