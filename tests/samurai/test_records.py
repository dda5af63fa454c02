"""Records: what comes back, what is refused, and in which words."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.game import GameError, InvalidRecord
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.record import MAX_BYTES, format_lines, load, read, redact, replay, seat_name, write
from tenka.table import Table

GAMES = Path(__file__).parent.parent / "games"
RULES = get_game("samurai")
OPTIONS = list(RULES.every_options())


def text_of(name: str) -> str:
    return (GAMES / f"{name}.game").read_text(encoding="utf-8")


def random_table(seed: int, plies: int) -> Table:
    rng = random.Random(seed)
    option = rng.choice(OPTIONS)
    table = Table.new(RULES, option, [f"guest-{seat}" for seat in range(option.players)], rng)
    while table.to_move() and table.version < plies:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(RULES, table.state, seat, get_player("uniform"), rng))
    return table


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120))
def test_a_record_leads_to_the_very_same_game(seed: int, plies: int) -> None:
    table = random_table(seed, plies)
    text = write(table.record())
    again = replay(text)
    assert write(again.record) == text
    assert [step.ply for step in again.steps] == table.plies
    assert [step.line for step in again.steps] == format_lines(RULES, table.plies)
    if not RULES.waiting(table.state):
        assert again.final.tobytes() == table.state.tobytes()


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120), data=st.data())
def test_a_redacted_record_shows_a_seat_what_it_saw_and_nothing_else(
    seed: int, plies: int, data: st.DataObject
) -> None:
    table = random_table(seed, plies)
    seat = data.draw(st.sampled_from([None, *range(table.options.players)]))
    text = write(redact(table.record(), seat))
    assert RULES.view(replay(text).final, seat) == table.view(seat)
    other = RULES.sample(table.view(seat), random.Random(seed))
    assert RULES.view(other, seat) == table.view(seat)
    if table.outcome is None:
        assert "rest" not in text
        for line in text.splitlines():
            words = line.split()
            if words and words[0] in ("hand", "deal") and words[1] != (seat is not None and RULES.seat_names[seat]):
                assert words[2:] == ["?"] * 5


def test_a_finished_game_is_open_to_all() -> None:
    record = read(text_of("2015-3-players"))
    assert redact(record, None) == record == redact(record, 1)


def test_reading_is_lenient_about_blanks_case_comments_order_and_what_follows_from_the_moves() -> None:
    text = text_of("2015-2-players")
    sloppy = []
    for line in text.splitlines():
        if line.startswith("turn"):
            line = line.split(" ; take")[0] + (" ; draw" + line.split("draw")[1] if "draw" in line else "")
        if line.startswith("hand"):
            line = " ".join([*line.split()[:2], *reversed(line.split()[2:])])
        sloppy += [f"  {line.upper() if line.startswith(('turn', 'put')) else line}   # a remark", ""]
    assert write(read("\ufeff".join(["", "\r\n".join(sloppy)]).lstrip("\ufeff"))) == text


def test_draws_left_out_are_not_known_rather_than_made_up() -> None:
    lines = [line.split(" ; draw")[0] for line in text_of("end-rice-2-players").splitlines()]
    record = read("\n".join(line for line in lines if not line.startswith("rest")))
    assert any("draw ?" in line for line in record.lines)
    assert write(read(write(record))) == write(record)


def test_other_headers_are_kept() -> None:
    text = text_of("2015-2-players").replace('[End "caste:buddha"]', '[End "caste:buddha"]\n[Date "2026-11-15"]')
    assert read(text).extra == (("Date", "2026-11-15"),)
    assert write(read(text)) == text


# --- what is refused


def refusal(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        replay(text)
    return caught.value


def line_number(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def change(text: str, start: str, old: str, new: str) -> tuple[str, int]:
    """The text with a line that begins so changed, and that line's number."""
    lines = text.splitlines()
    index = next(i for i, line in enumerate(lines) if line.startswith(start) and old in line)
    lines[index] = lines[index].replace(old, new, 1)
    return "\n".join(lines), index + 1


def test_a_capture_that_did_not_happen_is_refused() -> None:
    text = text_of("2015-2-players")
    index, line = next((i, line) for i, line in enumerate(text.splitlines(), 1) if "=red" in line and "take" in line)
    wrong, number = change(text, line.split(";")[0], "=red", "=blue")
    error = refusal(wrong)
    assert error.line == number == index
    assert "claims 'take" in error.reason
    assert "but what happens is 'take" in error.reason


def test_a_capture_in_a_turn_without_any_is_refused() -> None:
    text = text_of("2015-2-players")
    wrong, number = change(text, "turn 1 ", " ; draw", " ; take o14.b=red ; draw")
    error = refusal(wrong)
    assert (error.line, "no take" in error.reason) == (number, True)


def test_a_draw_that_did_not_happen_is_refused() -> None:
    text = text_of("2015-2-players")
    drawn = next(line for line in text.splitlines() if line.startswith("turn 2 ")).split("draw ")[1].split()[0]
    wrong, number = change(text, "turn 2 ", f"draw {drawn}", f"draw {drawn} {drawn}")
    assert refusal(wrong).line is not None
    wrong, number = change(text, "turn 2 ", f" ; draw {drawn}", " ; draw b9")
    error = refusal(wrong)
    assert (error.line, "no tile 'b9'" in error.reason) == (number, True)


def redacted(name: str, seat: int | None) -> str:
    """A golden game as a seat could read it while it went on, without its last lines."""
    lines = [
        RULES.redact(line, seat) for line in text_of(name).splitlines() if line.startswith(("hand", "put", "turn"))
    ]
    heads = [line for line in text_of(name).splitlines() if line.startswith("[") and line[1:4] not in ("Res", "End")]
    return "\n".join([*heads, *(line for line in lines[:30] if line is not None)])


@pytest.mark.parametrize("hidden", ["? ? ?", "?", "? ? ? ? ? ? ? ?"])
def test_there_are_as_many_hidden_tiles_as_tiles(hidden: str) -> None:
    """A ``?`` stands for one tile. With more of them than were drawn, a record would tell of tiles that nobody has."""
    text = redacted("2015-2-players", None)
    line = next(line for line in text.splitlines() if line.startswith("turn 1 "))
    assert line.endswith("; draw ? ?")
    assert write(replay(text).record).count("; draw ? ?") > 0
    wrong, number = change(text, "turn 1 ", "draw ? ?", f"draw {hidden}")
    error = refusal(wrong)
    assert (error.line, "claims 'draw" in error.reason) == (number, True), error
    wrong, number = change(text, "turn 1 ", "draw ? ?", "draw ? ? s2")
    assert refusal(wrong).line == number


def test_a_hidden_tile_is_beside_known_ones() -> None:
    text = redacted("2015-2-players", 1)
    line = next(line for line in text.splitlines() if line.startswith("turn 1 "))
    assert line.endswith("; draw s2 b2")
    for known in ("? b2", "s2 ?", "b2 s2", "b2 ?"):
        told, _ = change(text, "turn 1 ", "draw s2 b2", f"draw {known}")
        assert replay(told).steps
    for wrong in ("? ?  ?", "s2 b2 ?", "s2"):
        spoilt, number = change(text, "turn 1 ", "draw s2 b2", f"draw {wrong}")
        assert refusal(spoilt).line == number


def test_a_tile_that_nobody_has_three_times_is_refused() -> None:
    wrong = text_of("2015-2-players").replace("hand red", "hand red s3 s3 s3 s3 s3 #", 1)
    error = refusal(wrong)
    assert (error.line, "only 1 of s3" in error.reason) == (line_number(wrong, "hand red"), True)


def test_an_end_that_did_not_happen_is_refused() -> None:
    text = text_of("2015-2-players")
    wrong, number = change(text, "end ", "end caste:buddha", "end aside")
    error = refusal(wrong)
    assert (error.line, "it should be 'end caste:buddha'" in error.reason) == (number, True), error
    wrong, number = change(text, "[Result", "red", "blue")
    error = refusal(wrong)
    assert (error.line, 'it is "red"' in error.reason) == (number, True)
    wrong, number = change(text, "[End", "caste:buddha", "aside")
    assert refusal(wrong).line == number
    wrong, number = change(text, "end ", "aside ", "aside 1")
    error = refusal(wrong)
    assert (error.line, "claims 'aside" in error.reason) == (number, True)


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ("b4@o14", "o14 is a settlement"),
        ("b9@l14", "there is no tile 'b9'"),
        ("c4@z99", "there is no space 'z99'"),
        ("c4@i17", "i17 is a settlement"),
        ("c4@p2", "p2 is not on the board of 2 players"),
        ("s1@l15", "no s1 in hand, but b4 r4 c4 s3 h2"),
        ("m:l15>l17", "no m in hand"),
        ("gibberish", "is not a move"),
        ("", "one or more moves"),
        ("done", "is not what a line 'turn' tells"),
        ("pass", "may pass only when no tile can be played"),
    ],
)
def test_an_illegal_move_is_refused_with_its_line_and_the_reason(tokens: str, reason: str) -> None:
    text = text_of("2015-2-players")
    number = line_number(text, "turn 1 blue")
    lines = text.splitlines()
    lines[number - 1] = f"turn 1 blue {tokens}"
    error = refusal("\n".join(lines))
    assert (error.line, reason in error.reason) == (number, True), error


def test_a_turn_of_the_wrong_player_is_refused() -> None:
    wrong, number = change(text_of("2015-2-players"), "turn 1 ", "turn 1 blue", "turn 1 red")
    error = refusal(wrong)
    assert (error.line, error.reason) == (number, "it is blue's turn, not red's")


def test_a_turn_with_the_wrong_number_is_refused() -> None:
    wrong, number = change(text_of("2015-2-players"), "turn 3 ", "turn 3", "turn 4")
    error = refusal(wrong)
    assert (error.line, "turn 3" in error.reason) == (number, True)


def test_lines_after_the_end_are_refused() -> None:
    text = text_of("end-rice-2-players")
    wrong = text + "turn 99 red pass\n"
    assert "over before this line" in refusal(wrong).reason


@pytest.mark.parametrize("name", ["2015-2-players", "passing", "end-aside-4-players", "captured-open"])
@pytest.mark.parametrize("part", [0.1, 0.25, 0.5, 0.75, 0.9])
def test_a_record_cut_off_is_refused(name: str, part: float) -> None:
    text = text_of(name)
    error = refusal(text[: int(len(text) * part)])
    assert error.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the record is empty"),
        ("\n\n# nothing\n", "the record is empty"),
        ("hello", "begins with headers"),
        ("[Game samurai]", "a header looks like"),
        ('[Rules "1"]', 'no header such as [Game "samurai"]'),
        ('[Game "chess"]', "there is no game 'chess'"),
        ('[Game "samurai"]\n[Game "samurai"]', "a second header"),
        ('[Game "samurai"]\n[Rules "7"]', "rules '7'"),
        ('[Game "samurai"]', "no header such as [Options"),
        ('[Game "samurai"]\n[Options "players=7"]\n[First "red"]', "2, 3 or 4 players, not 7"),
        ('[Game "samurai"]\n[Options "players"]\n[First "red"]', "options look like players=2"),
        ('[Game "samurai"]\n[Options "colour=red"]\n[First "red"]', "no rule option 'colour'"),
        ('[Game "samurai"]\n[Options "players=2"]', "no header such as [First"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "green"]', "the first player is red, blue"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\n[Seats "red=a"]', "the seats of 2 players"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\nwalk red b4', "lines begin with deal"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\nturn red b4', "a turn has a number"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\nhand pink b4', "comes who: red"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\nhand red b4', "with 5 tiles"),
        ('[Game "samurai"]\n[Options "players=2"]\n[First "red"]\nhand gold b4 b3 b2 r4 r3', "gold does not play"),
        ('[Game "samurai"]\n[Options "players=2 hands=random"]\n[First "red"]\nput red b@o10', "missing before this"),
        ('[Game "samurai"]\n[Options "players=2 pieces=random"]\n[First "red"]', "one line 'setup'"),
        ('[Game "samurai"]\n[Options "players=2 pieces=random"]\n[First "red"]\nsetup b@o10 b@o10', "each piece once"),
        ('[Game "samurai"]\n[Options "players=2 pieces=random"]\n[First "red"]\nsetup b@o10', "holds"),
        ("[Game \0", "binary"),
    ],
)
def test_nonsense_is_refused_in_words(text: str, reason: str) -> None:
    assert reason in str(refusal(text))


def test_what_is_quoted_of_a_bad_line_is_cut_where_it_is_long() -> None:
    """A megabyte of nonsense is not sent back whole."""
    head = '[Game "samurai"]\n[Options "{}"]\n[First "red"]\n'
    for length in (40, 41, 500):
        reason = refusal(head.format("x" * length)).reason
        assert reason == f"options look like players=2, not like {'x' * min(length, 40)}"
    for length in (39, 40, 500):
        assert refusal("[" + "y" * length).reason.endswith(f"not like [{'y' * min(length, 39)}")
    text = text_of("2015-2-players")
    for length in (60, 61, 300):
        spoilt = text.replace("\nend ", f"\nend {'z' * (length - 4)} ", 1)
        quoted = re.findall("'(.*?)'", refusal(spoilt).reason)[0]
        given = next(line for line in spoilt.splitlines() if line.startswith("end ")).split(";")[0].strip()
        assert quoted == (given if len(given) <= 80 else f"{given[:80]}…")
    exact = refusal(text.replace("\nend caste:buddha", f"\nend {'z' * 76}", 1)).reason
    assert f"'end {'z' * 76}'" in exact
    longer = refusal(text.replace("\nend caste:buddha", f"\nend {'z' * 77}", 1)).reason
    assert f"'end {'z' * 76}…'" in longer


@pytest.mark.parametrize("name", ["", "x" * 61])
def test_a_seats_name_that_headers_cannot_hold_is_refused_with_its_line(name: str) -> None:
    wrong, number = change(text_of("2015-2-players"), "[Seats", "red=bot:greedy", f"red={name}")
    error = refusal(wrong)
    assert (error.line, "a player's name has 1 to 60 letters" in error.reason) == (number, True), error


def test_a_text_that_is_too_long_is_refused_before_it_is_read() -> None:
    assert "longer than" in str(refusal("x" * (MAX_BYTES + 1)))


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    missing = tmp_path / "missing.game"
    junk = tmp_path / "junk.game"
    junk.write_bytes(random.Random(1).randbytes(5000))
    huge = tmp_path / "huge.game"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    for path, words in [
        (missing, "No such file"),
        (junk, "not a text"),
        (huge, "longer than"),
        (tmp_path, "cannot read"),
    ]:
        with pytest.raises(InvalidRecord, match=words):
            load(path)


@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_record_never_raises_anything_but_a_refusal(data: st.DataObject) -> None:
    text = text_of(data.draw(st.sampled_from(["2015-2-players", "passing", "captures-once"])))
    position = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 30))
    inserted = data.draw(st.text(alphabet=st.characters(codec="utf-8"), max_size=12) | st.sampled_from("?;=@x:m \n"))
    damaged = text[:position] + inserted + text[position + length :]
    try:
        again = replay(damaged)
    except InvalidRecord:
        return
    assert write(replay(write(again.record)).record) == write(again.record)


def test_names_that_headers_cannot_hold_are_refused() -> None:
    for name in ("", "two words", 'quo"te', "a=b", "x" * 61):
        with pytest.raises(GameError, match="name"):
            seat_name(name)


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120))
def test_every_line_comes_back_from_its_text_whole(seed: int, plies: int) -> None:
    table = random_table(seed, plies)
    lines = [*RULES.opening(table.start), *table.plies, *RULES.closing(table.state)]
    for line in lines:
        for copy in (line, *(RULES.redact(line, seat) for seat in (None, 0, 1))):
            assert copy is None or RULES.parse_line(RULES.format_line(copy)) == copy
