"""Records of History: what is written, what is read back, and what is refused."""

import contextlib
import random
from functools import partial
from pathlib import Path

import pytest

from tenka.arena.match import play_numbered
from tenka.arena.plan import MATCH, make_plan
from tenka.game import GameError, InvalidAction, InvalidRecord, State
from tenka.history.actions import NUM_ACTIONS
from tenka.players import get_player
from tenka.record import load, read, redact, replay, write
from tests.history.make_games import play_game
from tests.history.position import RULES

GAME = (Path(__file__).parent.parent / "games" / "history-3-players.game").read_text(encoding="utf-8")


def test_every_action_has_a_text_of_its_own() -> None:
    texts = [RULES.format([action]) for action in range(NUM_ACTIONS)]
    assert len(set(texts)) == NUM_ACTIONS
    assert RULES.parse(" ".join(texts)) == list(range(NUM_ACTIONS))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("kagga", "did you mean kaga"),
        ("e55", "no event card 55"),
        ("7-1", "best dice of both sides are 1 to 6"),
        ("xyzzy", "is not a move"),
        ("castle:west_seto", "is not a move"),
    ],
)
def test_bad_moves_are_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(InvalidAction, match=complaint):
        RULES.parse(text)


def test_texts_may_be_written_in_capitals_and_with_commas() -> None:
    assert RULES.parse("Kaga, KAGA:OWN,pass") == RULES.parse("kaga kaga:own end")


def change(old: str, new: str) -> str:
    assert old in GAME
    return GAME.replace(old, new, 1)


def first(start: str) -> str:
    """The first line that begins so."""
    return next(line for line in GAME.splitlines() if line.startswith(start))


def test_a_wrong_consequence_is_found() -> None:
    line = next(line for line in GAME.splitlines() if "; won " in line)
    with pytest.raises(InvalidRecord, match="claims 'won"):
        read(GAME.replace(line, line.replace("; won ", "; won x"), 1))
    line = next(line for line in GAME.splitlines() if "; points " in line)
    with pytest.raises(InvalidRecord, match="claims 'points 99'"):
        read(GAME.replace(line, line.replace(line.split("; points ")[1].split()[0], "99", 1), 1))


def test_consequences_may_be_left_out() -> None:
    bare = "\n".join(line.split(" ; ")[0] if not line.startswith(("end", "[")) else line for line in GAME.splitlines())
    assert replay(bare).final.tobytes() == replay(GAME).final.tobytes()


def test_dice_must_be_rolled_where_they_are_due() -> None:
    line = first("dice")
    with pytest.raises(InvalidRecord, match="it is chance's turn"):
        read(GAME.replace(line + "\n", "", 1))


def test_a_line_does_not_go_on_with_what_is_another_players_to_decide() -> None:
    """Else a record could show a whole round under one name, and whoever reads it would take it for his doing."""
    lines = GAME.splitlines()
    index = next(number for number, line in enumerate(lines) if line.startswith("turn ") and " end ;" in line)
    here, then = (line.split(" ; ")[0] for line in lines[index : index + 2])
    assert then.startswith("turn ")
    assert here.split()[1] != then.split()[1]
    joined = " ".join([here, *then.split()[2:]])
    with pytest.raises(InvalidRecord, match=f"line {index + 1}: the line goes on after the turn is over"):
        read("\n".join([*lines[:index], joined, *lines[index + 2 :]]))
    stopped = here.removesuffix(" end")
    with pytest.raises(InvalidRecord, match=f"line {index + 1}: the line stops before the turn is over"):
        read("\n".join([*lines[:index], stopped, *lines[index + 1 :]]))


def test_other_players_colours_are_refused() -> None:
    with pytest.raises(
        InvalidRecord, match="with 3 players there are red, blue, gold, red/green, blue/purple, gold/teal"
    ):
        read(change("draw red/green", "draw green"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("players=3", "players=7", "for 2 to 6 players"),
        ("players=3", "players=3 first=red", "no option 'first'"),
        ("deal red e", "deal red e99 e", "one line 'deal' with 9 event cards"),
        ("deal red e", "deal red taira e", "one line 'deal' with 9 event cards"),
    ],
)
def test_bad_headers_and_hands_are_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(InvalidRecord, match=complaint):
        read(change(old, new))


def test_records_of_older_rules_are_refused() -> None:
    """Rules 1 placed the first counter by saying ready, and let cards be played after the last one."""
    with pytest.raises(InvalidRecord, match="line 2: these are rules '1'; this program plays '2'"):
        read(change('[Rules "2"]', '[Rules "1"]'))


def test_a_missing_hand_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="a line is missing: deal blue"):
        read(GAME.replace(first("deal blue ") + "\n", "", 1))


def test_a_card_dealt_twice_is_refused() -> None:
    red, blue = first("deal red "), first("deal blue ")
    twice = " ".join([*blue.split()[:2], red.split()[2], *blue.split()[3:]])
    with pytest.raises(InvalidRecord, match="is dealt twice"):
        read(GAME.replace(blue, twice, 1))


def test_a_daimyo_cannot_be_drawn_twice() -> None:
    lines = [line for line in GAME.splitlines() if line.startswith("draw")]
    with pytest.raises(InvalidRecord, match="is not among the cards that can be drawn now"):
        read(GAME.replace(lines[1].split(" ; ")[0], " ".join([*lines[1].split()[:2], lines[0].split()[2]]), 1))


@pytest.mark.parametrize("seed", range(4))
def test_any_cut_or_shuffled_record_is_read_or_refused_in_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    lines = GAME.splitlines()
    read_all = 0
    for _ in range(40):
        spoilt = list(lines)
        for _ in range(rng.randrange(1, 4)):
            index = rng.randrange(8, len(spoilt))
            match rng.randrange(4):
                case 0:
                    del spoilt[index:]
                case 1:
                    del spoilt[index]
                case 2:
                    spoilt[index] = spoilt[rng.randrange(8, len(spoilt))]
                case 3:
                    words = spoilt[index].split()
                    words[rng.randrange(len(words))] = rng.choice(["?", ";", "red", "e7", "kaga", "5-5", "taira", "x"])
                    spoilt[index] = " ".join(words)
            if len(spoilt) < 10:
                break
        with contextlib.suppress(GameError):  # anything else that is raised fails the test
            replay("\n".join(spoilt))
            read_all += 1
    assert read_all < 30, "most of what was spoilt is refused"


def _has_plies(number: int, state: State) -> bool:
    return bool(state.plies == number)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_copy_for_a_seat_at_any_moment_shows_that_seat_its_view(players: int) -> None:
    for stop in (3, 20, 60, 150):
        table = play_game(players, stop, partial(_has_plies, stop))
        for seat in (None, *range(players)):
            seen = replay(write(redact(table.record(), seat)))
            assert RULES.view(seen.final, seat) == RULES.view(table.state, seat)


def test_golden_games_can_be_loaded_from_files(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(GAME, encoding="utf-8")
    assert load(path).outcome is not None


def test_matches_are_the_same_for_the_same_seed() -> None:
    options = RULES.options({"players": 3})
    plan = make_plan(MATCH, RULES, options, ["uniform"] * 3, 4, 9)
    assert play_numbered(plan, 2) == play_numbered(plan, 2)
    assert play_numbered(plan, 2)[1] != play_numbered(plan, 3)[1]


def test_players_that_do_not_play_this_game_are_refused() -> None:
    with pytest.raises(GameError, match="there is no player 'nobody'"):
        get_player("nobody", "history")
