"""Scoring: leaders, the winner, and the ranking of all players."""

import random
from collections import Counter

import pytest

from tenka.game import Outcome
from tenka.samurai.pieces import CASTE_LETTERS, COLOURS
from tenka.samurai.scoring import leaders
from tenka.samurai.state import OVER, new_states

from .drawing import RULES
from .naive import winners


def score(**captured: str) -> Outcome:
    """The outcome of a game in which the players, by colour, have captured these pieces, such as ``4b 3r``."""
    state = new_states(1)[0]
    state.players = len(captured)
    state.phase = OVER
    state.reason = 1
    for colour, text in captured.items():
        for word in text.split():
            state.captured[COLOURS.index(colour), CASTE_LETTERS.index(word[-1])] = int(word[:-1])
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def winning(**captured: str) -> str:
    """The colours of the winners."""
    return " ".join(COLOURS[seat] for seat in score(**captured).winners)


# --- leaders ----------------------------------------------------------------------------------------------


def test_the_player_who_captures_the_most_pieces_of_a_caste_becomes_its_leader() -> None:
    """“If a player has more caste pieces of one caste than all other players, he claims that caste's leader token”
    (2015 rules, Scoring).
    """
    assert leaders([(4, 0, 1), (3, 2, 0), (3, 1, 2)]) == [0, 1, 2]


def test_if_players_are_tied_for_the_most_pieces_the_leader_token_is_set_aside() -> None:
    """“If two or more players are tied for the most caste pieces of a caste, that caste's leader token is set aside
    unclaimed” (2015 rules, Scoring); “ties for the most do not count” (1998 rules).
    """
    assert leaders([(4, 2, 1), (4, 2, 0), (3, 2, 1)]) == [None, None, None]
    assert leaders([(0, 0, 0), (0, 0, 1)]) == [None, None, 1]


def test_each_player_reveals_his_captured_pieces() -> None:
    """“Each player reveals his captured caste pieces” (2015 rules, Scoring): the outcome tells them all."""
    totals = score(red="4b 1r", blue="2b 3r").totals
    assert dict(totals[0]) == {"buddha": 4, "rice": 1, "castle": 0, "leaderships": 1, "other_pieces": 1, "pieces": 5}
    assert dict(totals[1]) == {"buddha": 2, "rice": 3, "castle": 0, "leaderships": 1, "other_pieces": 2, "pieces": 5}


# --- the winner -------------------------------------------------------------------------------------------


def test_if_any_player_has_captured_the_most_figures_of_2_or_3_types_he_is_the_winner() -> None:
    """“If any player has captured the most figures of 2 or 3 types, he is the immediate winner!” (1998 rules), however
    many pieces others have.
    """
    assert winning(red="3b 3r", blue="2b 2r 7c", gold="2b 2r 5c") == "red"
    assert winning(red="1b 1r 1c", blue="", gold="") == "red"
    assert winning(red="2b 2r 3c", blue="3b 3r", gold="2b 2r 2c") == "blue"


def test_one_leadership_wins_alone_when_no_one_else_has_any() -> None:
    """“If one player claimed more leader tokens than any other player, he is the winner” (2015 rules, Scoring). “So one
    leadership wins alone when no one else has any” (our rules).
    """
    assert winning(red="1b", blue="3r 3c", gold="3r 3c") == "red"


def test_players_with_no_most_cannot_win() -> None:
    """“All players who have captured the most … of one type of figure are eligible to win; players with no "most"
    cannot win” (1998 rules).
    """
    assert winning(red="4b", blue="4r", gold="3b 3r 5c", green="3b 3r 5c") == "red blue"


def test_the_player_with_the_most_other_figures_is_the_winner() -> None:
    """“Players with the most of a figure set aside those figures and count the number of other figures they captured.
    The player with the most other figures is the winner!” (1998 rules).
    """
    assert winning(red="6b 1r", blue="1b 3r 1c", gold="1b 1r 1c") == "blue"
    assert winning(red="6b 1c", blue="1b 3r", gold="1b 1r 2c") == "gold"


def test_if_there_is_a_tie_the_tied_players_count_all_their_captured_figures() -> None:
    """“If there is a tie, the tied player with the most caste pieces from all castes … is the winner” (2015 rules)."""
    assert winning(red="4b 1r 1c", blue="1b 3r 1c", gold="2b 2r 2c", green="2b 2r 2c") == "red"


def test_only_the_tied_players_go_on_to_count_all_figures() -> None:
    """“The tied player” (2015 rules, Scoring): a third with more pieces in all, but fewer others, is out."""
    assert winning(red="3b 2r 2c", blue="2b 4r 2c", gold="1b 1r 7c") == "blue"


def test_if_there_is_still_a_tie_the_tied_players_share_the_victory() -> None:
    """“If there is still a tie, the tied players share the victory” (1998 rules)."""
    assert winning(red="4b 2r 1c", blue="1b 4r 2c", gold="3b 3r 2c", green="3b 3r 2c") == "red blue"
    assert winning(red="3b 1r 1c", blue="1b 3r 1c", gold="1b 1r 3c") == "red blue gold"


def test_if_no_player_has_the_most_of_a_figure_the_player_with_the_most_captured_figures_wins() -> None:
    """“In the rare case that no player has claimed a leader token, the player with the most captured caste pieces from
    all castes is the winner” (2015 rules, Scoring).
    """
    assert winning(red="3b 3r 2c", blue="3b 2r 2c", gold="1b 3r 2c") == "red"


def test_if_no_player_has_a_leader_token_and_there_is_a_tie_all_tied_players_share_the_victory() -> None:
    """“If there is a tie, all tied players share the victory” (2015 rules, Scoring)."""
    assert winning(red="3b 3r 1c", blue="3b 2r 2c", gold="1b 3r 2c", green="2b 2r 2c") == "red blue"
    assert winning(red="", blue="") == "red blue"


# --- the ranking ------------------------------------------------------------------------------------------


def test_the_ranking_puts_winners_first_then_the_others_by_the_same_criteria() -> None:
    """“A ranking of all seats for ratings: winners first, then by the same criteria in the same order” (our rules)."""
    assert score(red="3b 3r", blue="2b 2r", gold="4c", green="2b 2r 1c").ranking == (1, 4, 2, 3)
    assert score(red="4b", blue="1b 4r 1c", gold="1b 1r 4c 1r", green="3b 3r 3c").ranking == (3, 1, 1, 4)


def test_seats_that_are_equal_in_all_criteria_share_a_rank() -> None:
    """“Seats that are equal in all of them share a rank” (our rules)."""
    assert score(red="4b 1r", blue="1b 1r", gold="1b 1r", green="").ranking == (1, 2, 2, 4)


# --- the books' examples ----------------------------------------------------------------------------------


def test_the_2015_example_the_red_player_wins_the_game() -> None:
    """The scoring example of the 2015 rules. Its picture is not in the text; these pieces fit every sentence of it.

    “The green player has the most rice pieces … The red player has the most Buddha pieces … Both the green player and
    the gold player are tied for the most castle pieces … The green player and the red player are tied for the most
    total leader tokens (1 each) … while the gold player is eliminated. The green player ignores his rice pieces and
    counts his caste pieces from the other two castes, for a total of 3. The red player … also for a total of 3 … The
    green player has 6 total caste pieces, while the red player has 7 …; the red player wins the game.”
    """
    pieces = {"green": "3r 2c 1b", "red": "4b 2r 1c", "gold": "1r 2c", "blue": ""}
    outcome = score(**pieces)
    by_colour = dict(zip(COLOURS, outcome.totals, strict=True))
    assert {**by_colour["green"], "leaderships": 1, "other_pieces": 3, "pieces": 6} == by_colour["green"]
    assert {**by_colour["red"], "leaderships": 1, "other_pieces": 3, "pieces": 7} == by_colour["red"]
    assert by_colour["gold"]["leaderships"] == 0
    assert by_colour["gold"]["castle"] == by_colour["green"]["castle"] == max(t["castle"] for t in outcome.totals)
    assert winning(**pieces) == "red"


def test_the_1998_example_green_is_the_winner_as_he_has_more_other_figures() -> None:
    """The first scoring example of the 1998 rules. Its picture is not in the text; these pieces fit every sentence of
    it. The book's yellow is our gold.

    “Yellow does not have the most of any figure and cannot win … Green has captured the most Rice Fields, Blue has the
    most High Helmets and Red has the most Buddhas. Green is the winner as he has more other figures (with 6) than the
    other players. Blue is second with 5 others and Red is third with 4 others.”
    """
    outcome = score(green="3b 4r 3c", blue="3b 2r 4c", red="4b 2r 2c", gold="2b 3r 3c")
    by_colour = dict(zip(COLOURS, outcome.totals, strict=True))
    assert [by_colour[colour]["leaderships"] for colour in ("green", "blue", "red", "gold")] == [1, 1, 1, 0]
    assert [by_colour[colour]["other_pieces"] for colour in ("green", "blue", "red")] == [6, 5, 4]
    assert dict(zip(COLOURS, outcome.ranking, strict=True)) == {"green": 1, "blue": 2, "red": 3, "gold": 4}


def test_the_1998_example_red_wins_with_9_total_figures_to_yellows_8() -> None:
    """The second scoring example of the 1998 rules. Its picture is not in the text; these pieces fit every sentence of
    it. The book's yellow is our gold.

    “Blue and Green do not have the most of any figure type (they tie for most in Rice Fields) and cannot win. Red has
    captured the most High Helmets and Yellow has captured the most Buddhas … Both have captured 3 other figures (Yellow
    with 3 Rice Fields and Red with 1 Buddha and 2 Rice Fields) … Red wins with 9 total figures to Yellow's 8. Notice
    that both Blue and Green have more total figures than Yellow and Red, but cannot win.”
    """
    outcome = score(red="1b 2r 6c", gold="5b 3r", blue="4b 4r 3c", green="3b 4r 4c")
    by_colour = dict(zip(COLOURS, outcome.totals, strict=True))
    assert by_colour["blue"]["rice"] == by_colour["green"]["rice"] == max(t["rice"] for t in outcome.totals)
    assert [by_colour[c]["leaderships"] for c in ("red", "gold", "blue", "green")] == [1, 1, 0, 0]
    assert [by_colour[c]["other_pieces"] for c in ("red", "gold")] == [3, 3]
    assert [by_colour[c]["pieces"] for c in ("red", "gold")] == [9, 8]
    assert min(by_colour[c]["pieces"] for c in ("blue", "green")) > 9
    assert [COLOURS[seat] for seat in outcome.winners] == ["red"]
    assert dict(zip(COLOURS, outcome.ranking, strict=True)) == {"red": 1, "gold": 2, "blue": 3, "green": 3}


# --- any pieces -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_winners_are_those_that_the_books_steps_lead_to(players: int) -> None:
    """The naive engine goes through the scoring step by step, as the books tell it."""
    rng = random.Random(players)
    for most in (1, 2, 3, 5, 9):
        for _ in range(60):
            pieces = {colour: Counter({c: rng.randint(0, most) for c in "brc"}) for colour in COLOURS[:players]}
            texts = {colour: " ".join(f"{n}{c}" for c, n in counts.items()) for colour, counts in pieces.items()}
            assert set(winning(**texts).split()) == winners(pieces), texts
            ranking = score(**texts).ranking
            assert [COLOURS[seat] for seat, rank in enumerate(ranking) if rank == 1] == sorted(
                winners(pieces), key=COLOURS.index
            )
            for rank in ranking:
                assert rank == 1 + sum(other < rank for other in ranking)
