"""Golden games of Samurai: between them they show everything."""

from pathlib import Path

from tenka.record import load

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.game"))


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
