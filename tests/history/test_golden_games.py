"""Golden games of History of the Samurai: between them they show everything."""

from pathlib import Path

from tenka.record import load

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.game"))


def test_golden_games_show_every_player_count_kind_of_line_and_event_card() -> None:
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
