"""Every record in tests/games is a game that must stay possible, word for word. To add one, drop it there."""

from pathlib import Path

import pytest

from tenka.record import load, write

GAMES = sorted((Path(__file__).parent / "games").glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    replay = load(path)
    assert write(replay.record) == path.read_text(encoding="utf-8")
    conserved = replay.rules.quantities(replay.start)
    for state in replay.states():
        assert replay.rules.quantities(state) == conserved


def test_there_is_a_golden_game_for_every_reason_player_count_and_edition() -> None:
    replays = [replay for replay in map(load, GAMES) if replay.rules.name == "samurai"]
    reasons = {reason for replay in replays for reason in replay.record.end.split("+")}
    assert reasons >= {"caste:buddha", "caste:rice", "caste:castle", "aside", "*"}
    kinds = {(replay.record.options.players, replay.record.options.edition) for replay in replays}
    assert kinds >= {(players, edition) for players in (2, 3, 4) for edition in ("2015", "1998", "sheet")}
    for name in ("hands", "pieces", "captures", "captured", "switch_same"):
        assert len({getattr(replay.record.options, name) for replay in replays}) == 2, name
    tokens = " ".join(line for replay in replays for line in replay.record.lines)
    for token in (" x:", "x:same", " m:", " pass", "=aside", "+"):
        assert token in tokens, token


def test_golden_games_of_history_show_every_player_count_kind_of_line_and_event_card() -> None:
    replays = [replay for replay in map(load, GAMES) if replay.rules.name == "history"]
    assert {replay.record.options.players for replay in replays} == {2, 3, 4, 5, 6}
    assert {replay.record.end for replay in replays} == {"epochs", "*"}
    assert any("+" in replay.record.result for replay in replays)
    lines = [line for replay in replays for line in replay.record.lines]
    assert {line.split()[0] for line in lines} == {"deal", "draw", "draft", "turn", "dice", "after", "raid", "end"}
    tokens = {word for line in lines if line.startswith(("turn", "after")) for word in line.split()}
    assert {f"e{number}" for number in range(1, 55)} <= tokens
    for start in ("castle:", "capital:", "capital:none", "region:"):
        assert any(token.startswith(start) for token in tokens), start
    assert any(token.endswith(":own") for token in tokens)
