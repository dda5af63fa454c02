"""The race of actions, with guides that make known what it does; and the play-outs of History's own guide."""

import random
import time
from collections import defaultdict
from collections.abc import Sequence

import pytest

from tenka.game import Action, Rules
from tenka.games import get_game
from tenka.history.actions import END, EVENT
from tenka.history.players.greedy import Greedy
from tenka.history.players.search import HistoryGuide
from tenka.history.playout import horizon_of, scene_of
from tenka.history.state import AFTER, State, array_of
from tenka.search.race import RaceGuide, race
from tests.history.position import play, position

RULES = get_game("history")
BOARD = "epoch 4, 5 players\nred hatakeyama to move\nkaga: blue past 1\nechizen: gold past 1\netchuu: green past 2"


class Known(RaceGuide):
    """Plays nothing on: an action is worth what is said, and a lot of luck that depends on the try alone."""

    width = 8
    caution = 0.0

    def __init__(self, worth: Sequence[float], own_luck: float = 0.0) -> None:
        self.worth = worth
        self.own_luck = own_luck
        self.tries: dict[int, list[tuple[bytes, float]]] = defaultdict(list)
        """By place of the action: the state that was sampled and the luck of each try."""

    def candidates(self, rules: Rules, state: State, legal: Sequence[Action]) -> Sequence[Action]:
        return list(legal)[: len(self.worth)]

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        luck = rng.random()
        afters = [rules.apply(root, action).tobytes() for action in rules.legal(root)[: len(self.worth)]]
        place = afters.index(state.tobytes())
        self.tries[place].append((root.tobytes(), luck))
        own = self.own_luck * random.Random(f"{place} {luck}").uniform(-1, 1)
        mine = self.worth[place] + luck / 2 + own
        return [mine, 1 - mine, 0.0, 0.0, 0.0]


def choose_place(guide: Known, iterations: int) -> int:
    """Which of the candidates is chosen."""
    state = play(position(BOARD), "ready etchuu")
    legal = RULES.legal(state)
    runners = race(RULES, RULES.view(state, 0), legal, iterations, random.Random(1), guide)
    assert sum(len(runner.results) for runner in runners) == iterations
    return legal.index(runners[0].action)


def test_tries_with_the_same_number_have_the_same_deal_and_the_same_luck() -> None:
    guide = Known([0.1, 0.2, 0.3, 0.4])
    choose_place(guide, 60)
    longest = max(guide.tries.values(), key=len)
    assert len(guide.tries) == 4
    assert len(set(longest)) == len(longest) > 10
    for tries in guide.tries.values():
        assert tries == longest[: len(tries)]


def test_with_the_same_luck_a_small_difference_is_found_in_few_tries() -> None:
    worth = [0.1, 0.1, 0.1, 0.11, 0.1, 0.1]
    assert choose_place(Known(worth), 40) == 3


def test_the_worse_half_drops_out_and_the_first_candidate_never_does() -> None:
    guide = Known([0.05, 0.4, 0.1, 0.3, 0.2, 0.15])
    assert choose_place(guide, 240) == 1
    tries = [len(guide.tries[place]) for place in range(6)]
    assert tries[0] == pytest.approx(tries[1], abs=1), "what others are measured by stays to the end"
    assert tries[1] > tries[3], "the second best drops out last of the others"
    assert tries[2] == tries[4] == tries[5] == pytest.approx(240 / 3 / 6, abs=1), "a third of all tries is for all"


def test_the_first_candidate_is_left_only_for_one_that_is_better_beyond_doubt() -> None:
    hasty, careful = Known([0.2, 0.205], own_luck=0.2), Known([0.2, 0.205], own_luck=0.2)
    careful.caution = 4.0
    assert choose_place(careful, 100) == 0
    better = Known([0.2, 0.4], own_luck=0.2)
    better.caution = 4.0
    assert choose_place(better, 100) == 1
    assert choose_place(hasty, 4000) == 1


def test_where_every_action_was_not_even_tried_twice_the_first_is_chosen() -> None:
    assert choose_place(Known([0.1, 0.9, 0.9, 0.9]), 1) == 0
    assert choose_place(Known([0.1, 0.9, 0.9, 0.9]), 5) == 0


def test_the_race_is_over_in_time() -> None:
    state = play(position(BOARD), "ready etchuu")
    view, legal, guide = RULES.view(state, 0), RULES.legal(state), Known([0.1, 0.2, 0.3])
    begin = time.monotonic()
    assert len(race(RULES, view, legal, 10**9, random.Random(1), guide, begin + 0.1)) == 3
    assert time.monotonic() - begin < 5
    (late,) = race(RULES, view, legal, 10**9, random.Random(1), guide, begin)
    assert len(late.results) == 1
    assert late.action == legal[0]


def test_a_play_out_depends_on_its_state_and_its_luck_alone() -> None:
    state = play(position(BOARD), "ready etchuu")
    other = RULES.apply(state, RULES.legal(state)[0])
    guide = HistoryGuide()
    first = guide.play_out(RULES, state, state, random.Random(7))
    guide.play_out(RULES, other, state, random.Random(8))
    assert guide.play_out(RULES, state, state, random.Random(7)) == first
    assert guide.play_out(RULES, state, state, random.Random(9)) != first
    assert sum(first) == pytest.approx(1.0)


def test_play_outs_stop_where_the_search_says_whatever_was_done_first() -> None:
    """Otherwise passing after an epoch, which begins the next one, would be played on for longer than an event."""
    compared = 0
    for seed in range(30):
        rng = random.Random(seed)
        state = RULES.start(RULES.options({"players": 5}), rng)
        while RULES.turn(state) is not None:
            legal = RULES.legal(state)
            if state.phase == AFTER and state.epoch < 4 and legal[0] == END and legal[-1] >= EVENT:
                horizon = horizon_of(array_of(state), 1)
                assert horizon == state.epoch + 2, "those who look on after the last turn look on for an epoch more"
                compared += 1
                break
            assert state.phase == AFTER or horizon_of(array_of(state), 1) <= state.epoch + 2
            state = RULES.apply(state, rng.choice(legal))
    assert compared


def test_every_draft_turn_and_counter_has_random_numbers_of_its_own() -> None:
    rng = random.Random(3)
    state = RULES.start(RULES.options({"players": 5}), rng)
    scenes: list[int] = []
    passed = set()
    while RULES.turn(state) is not None:
        scene = scene_of(array_of(state)[0])
        if not scenes or scene != scenes[-1]:
            scenes.append(scene)
        passed.add((int(state.epoch), int(state.order), int(state.drafted), int(state.left)))
        state = RULES.apply(state, rng.choice(RULES.legal(state)))
    assert len(set(scenes)) >= len(passed) > 100


def test_the_search_looks_at_what_greedy_holds_for_best_first() -> None:
    state = play(position(BOARD), "ready etchuu")
    legal = RULES.legal(state)
    values = Greedy().values(RULES.view(state, 0).known, legal)
    candidates = HistoryGuide().candidates(RULES, RULES.view(state, 0).known, legal)
    assert sorted(candidates) == sorted(legal)
    assert values[legal.index(candidates[0])] == max(values)
