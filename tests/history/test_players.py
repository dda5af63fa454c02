"""Players of History decide from a view, value fights with exact odds, and the better one wins."""

import random
import time

import pytest

from tenka.arena.match import play_game
from tenka.game import CHANCE, GameError, draw_chance
from tenka.games import get_game
from tenka.history.actions import PLACE, YIELD
from tenka.history.evaluation import WEIGHTS, fill_sense, new_sense, position_worth, weight_array
from tenka.history.notation import AREA_IDS
from tenka.history.players.greedy import Greedy
from tenka.history.players.neural import make_policy
from tenka.history.state import State
from tenka.history.tables import tables_of
from tenka.players import Budget, get_player
from tenka.search.mcts import Guide, search
from tests.history.outcomes import fight_outcomes
from tests.history.position import play, position

RULES = get_game("history")


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("greedy", players) for players in (2, 3, 4, 5, 6)),
        ("mcts:4", 5),
        *(pytest.param("mcts:4", players, marks=pytest.mark.slow) for players in (2, 3, 4, 6)),
    ],
)
def test_every_player_plays_every_game(name: str, players: int) -> None:
    seated = [get_player(name, "history")] * players
    table = play_game(RULES, RULES.options({"players": players}), seated, random.Random(1), random.Random(2))
    assert table.outcome is not None


@pytest.mark.parametrize("name", ["uniform", "greedy", pytest.param("mcts:4", marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", [2, 5])
def test_a_choice_is_the_same_for_every_state_that_looks_the_same(name: str, players: int) -> None:
    rng = random.Random(5)
    player = get_player(name, "history")
    state = RULES.start(RULES.options({"players": players}), rng)
    number = 0
    while (seat := RULES.turn(state)) is not None:
        if seat == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        view, legal = RULES.view(state, seat), RULES.legal(state)
        choice = player.decide(view, legal, random.Random(number))
        assert choice in legal
        other = RULES.sample(view, rng)
        assert player.decide(RULES.view(other, seat), RULES.legal(other), random.Random(number)) == choice
        state = RULES.apply(state, choice)
        number += 1


FIGHTS = {
    "one past counter": ("kaga: blue past 1", ""),
    "a full stack": ("kaga: blue past 3", ""),
    "a castle and a city": ("kaga: blue past 2, castle, city", ""),
    "own past counters": ("kaga: red past 2, capital", ""),
    "a point for each kill": ("kaga: blue past 3, castle", "e31"),
    "dice for the next three combats": ("kaga: blue past 3", "e35"),
    "a betrayal": ("kaga: blue past 2, castle", "e27"),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_the_value_of_a_placement_is_the_mean_over_everything_that_dice_can_bring(name: str) -> None:
    there, event = FIGHTS[name]
    state = position(f"epoch 4, 5 players\nred hatakeyama to move\n{there}", {"red": event} if event else None)
    for action in RULES.parse(f"ready etchuu {event}"):
        state = RULES.apply(state, action)
    weights = WEIGHTS._replace(access=0.0)
    action = PLACE + AREA_IDS.index("kaga")
    (value,) = Greedy(weights).values(state, [action])
    assert value == pytest.approx(_mean_worth(state, action, weight_array(weights)))


def _mean_worth(state: State, action: int, weights: object) -> float:
    """By the rules themselves: every outcome of the fight, and what the whole position is worth then."""
    tables, sense = tables_of(int(state.digest)), new_sense()
    fill_sense(state, tables[0], weights, sense[0])

    def worth(after: State) -> float:
        return float(position_worth(after, tables[0], weights, sense[0]))

    outcomes = fight_outcomes(RULES.apply(state, action))
    return sum(chance * worth(after) for chance, after in outcomes) - worth(state)


def test_a_fight_that_is_better_without_a_roll_is_not_rolled_for() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: red past 1")
    state = play(state, "ready etchuu")
    kaga = AREA_IDS.index("kaga")
    fight, give_way = Greedy().values(state, [PLACE + kaga, YIELD + kaga])
    assert give_way > fight


def test_a_spectator_has_nothing_to_decide() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move")
    for name in ("greedy", "mcts:4"):
        with pytest.raises(ValueError, match="spectator"):
            get_player(name, "history").explain(RULES.view(state, None), RULES.legal(state), random.Random(1))


def test_nobody_decides_for_chance() -> None:
    state = RULES.start(RULES.options({"players": 5}), random.Random(1))
    assert RULES.turn(state) == CHANCE
    for player in (Greedy(), make_policy()):
        with pytest.raises(ValueError, match="cards and dice are decided by chance"):
            player.decide(RULES.view(state, 0), RULES.legal(state), random.Random(1))


def test_a_complete_game_of_greedy_takes_less_than_a_fifth_of_a_second() -> None:
    rules, options = RULES, RULES.options({"players": 5})
    seated = [get_player("greedy", "history")] * 5
    play_game(rules, options, seated, random.Random(0), random.Random(0))
    times = []
    for seed in range(5):
        start = time.process_time()
        play_game(rules, options, seated, random.Random(seed), random.Random(seed))
        times.append(time.process_time() - start)
    assert min(times) < 0.2


def test_greedy_wins_most_games_against_four_uniform_ones() -> None:
    greedy, uniform = get_player("greedy", "history"), get_player("uniform", "history")
    wins = 0.0
    for number in range(20):
        seated = [greedy if seat == number % 5 else uniform for seat in range(5)]
        table = play_game(
            RULES, RULES.options({"players": 5}), seated, random.Random(number // 5), random.Random(number)
        )
        assert table.outcome is not None
        wins += (number % 5 in table.outcome.winners) / len(table.outcome.winners)
    assert wins >= 16


def test_a_search_says_what_it_would_play_and_then_what_else_it_looked_at_most_visited_first() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: blue past 1\nechizen: gold past 1")
    state = play(state, "ready etchuu")
    seat = RULES.turn(state)
    lines = get_player("mcts:50", "history").explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert sum(line.visits for line in lines) == 50
    visits = [line.visits for line in lines]
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert visits[0] >= visits[1] - 1, "it ran to the end of the race"
    for line in lines:
        assert line.actions[0] in RULES.legal(state)
        assert sum(line.win_shares) == pytest.approx(1.0)
        assert line.score == line.win_shares[0]


def test_a_budget_can_be_given_with_the_question() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: blue past 1")
    state = play(state, "ready etchuu")
    view, legal = RULES.view(state, 0), RULES.legal(state)
    player = get_player("mcts:50", "history")
    assert sum(line.visits for line in player.explain(view, legal, random.Random(1), Budget(iterations=7))) == 7
    start = time.monotonic()
    assert player.explain(view, legal, random.Random(1), Budget(milliseconds=30))[0].visits > 0
    assert time.monotonic() - start < 5


def test_outcomes_of_chance_that_look_the_same_are_one_node() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: blue past 1")
    state = play(state, "ready etchuu")
    (action,) = RULES.parse("kaga")

    class OnlyKaga(Guide):
        def candidates(self, rules: object, state: State, legal: object) -> list[int]:
            return [action] if action in legal else list(legal)[:1]  # type: ignore[operator, call-overload]

    root = search(RULES, RULES.view(state, 0), [action], 60, random.Random(1), OnlyKaga())
    fight = root.children[action]
    assert 2 <= len(fight.children) <= 3, "won, lost or both gone, out of 36 rolls"


@pytest.mark.parametrize("name", ["mcts:0", "mcts:abc", "mcts:-3", "mcts:9999999999", "mcts:5s", "mcts:"])
def test_a_budget_that_is_none_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(GameError, match=r"mcts thinks for 1 to 200,000 iterations"):
        get_player(name, "history")


def test_players_of_history_have_the_names_of_all_games() -> None:
    assert get_player("greedy", "history").name == "greedy"
    assert get_player("mcts", "history").name == "mcts:1000"
    assert get_player("mcts:500ms", "history").name == "mcts:500ms"
    with pytest.raises(GameError, match="there is no player 'genius'"):
        get_player("genius", "history")
