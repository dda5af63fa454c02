"""The titles' options on the command line: described once, and the same in every command."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
import typer

from tenka import cli_options
from tenka.cli_options import TitledCommand, add_rule_options, read_given, rules_in
from tenka.game import GameError
from tenka.games import GAMES, get_title
from tenka.title import PLAYING, READING, Option, Title
from tests.cli.conftest import Tenka

Titles = Callable[..., None]


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> Titles:
    """Puts other titles in the place of those that there are."""

    def put(**given: tuple[Option, ...]) -> None:
        made = {name: Title(name.capitalize(), (2,), options=options) for name, options in given.items()}
        monkeypatch.setattr(cli_options, "GAMES", dict.fromkeys(made, ""))
        monkeypatch.setattr(cli_options, "DEFAULT_GAME", next(iter(made)))
        monkeypatch.setattr(cli_options, "get_title", made.__getitem__)

    return put


def run(*arguments: str) -> tuple[str, dict[str, Any]]:
    """A command with a game: its help, and what it was given."""
    seen: dict[str, Any] = {}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command(cls=TitledCommand)
    @add_rule_options("play")
    def play(game: str = "go", given: Any = None) -> None:
        """Play."""
        seen.update(given)

    @app.command()
    def other() -> None:
        """So that the first has a name."""

    from typer.testing import CliRunner

    return CliRunner().invoke(app, ["play", *arguments]).output, seen


KOMI = Option("komi", "Points for white.", metavar="N")
HANDICAP = Option("handicap", "Stones for black.", ("none", "two"))
EVEN = Option("even", "An even game.", means={"komi": "6", "handicap": "none"})


def test_each_title_has_a_group_of_its_own(titles: Titles) -> None:
    titles(go=(KOMI, HANDICAP), shogi=(Option("drops", "Whether drops are allowed.", ("yes", "no")),))
    text, _ = run("--help")
    own, go, shogi = text.split("\n\n")[-3:]
    assert "--game" in own
    assert go.startswith("Go (--game go, unless told):\n  --komi N")
    assert "--handicap none|two  Stones for black." in go
    assert shogi.strip() == "Shogi (--game shogi):\n  --drops yes|no  Whether drops are allowed."


def test_titles_can_share_an_option(titles: Titles) -> None:
    titles(go=(HANDICAP,), shogi=(Option("handicap", "Pieces less for white.", ("none", "lance")),))
    text, given = run("--help")
    assert "Go and Shogi (--game go or --game shogi, unless told):" in text
    assert "--handicap none|two|lance  go: Stones for black. shogi: Pieces less for" in text
    _, given = run("--handicap", "lance")
    assert given == {"handicap": "lance"}
    titles(go=(HANDICAP,), shogi=(Option("handicap", "One.", means={"a": "b"}),))
    with pytest.raises(ValueError, match="a flag of one title and has a value in another: go, shogi"):
        add_rule_options("play")(lambda given: None)


def test_a_title_cannot_take_an_option_of_the_command(titles: Titles) -> None:
    titles(go=(Option("game", "Which one.", ("blitz",)),))
    with pytest.raises(ValueError, match="play has --game itself"):
        run()


def test_only_what_was_typed_is_given(titles: Titles) -> None:
    titles(go=(KOMI, HANDICAP, EVEN))
    assert run()[1] == {}
    assert run("--komi", "7")[1] == {"komi": "7"}
    assert run("--even")[1] == {"even": True}


def test_a_flag_stands_for_options_and_does_not_contradict_them(titles: Titles) -> None:
    titles(go=(KOMI, HANDICAP, EVEN))
    assert read_given("go", {"even": True}) == {"komi": "6", "handicap": "none"}
    assert read_given("go", {"even": True, "komi": "6"}) == {"komi": "6", "handicap": "none"}
    with pytest.raises(GameError) as refusal:
        read_given("go", {"even": True, "komi": "7"})
    assert str(refusal.value) == "--even means --komi 6 --handicap none: leave it out, or --komi and --handicap"


def test_a_place_goes_with_records_and_is_read_by_its_title(titles: Titles) -> None:
    folder = Option("stones", "Where they lie.", metavar="DIR", read=str.upper, is_place=True)
    titles(go=(KOMI, folder))
    assert (KOMI.commands, folder.commands) == (PLAYING, PLAYING + READING)
    assert read_given("go", {"stones": "here"}) == {"stones": "HERE"}
    assert rules_in({"stones": "here", "komi": "6"}) == ["komi"]
    assert rules_in({"stones": "here"}) == []


@pytest.mark.parametrize("command", PLAYING + READING)
def test_every_option_of_every_title_is_in_the_help_of_its_commands(tenka: Tenka, command: str) -> None:
    text = tenka(command, "--help").out
    for game in GAMES:
        for option in get_title(game).options:
            flag = f"  --{option.name.replace('_', '-')}"
            assert (flag in text) == (command in option.commands), flag


def test_commands_have_no_parameters_for_the_options_of_titles() -> None:
    from tenka import cli

    names = {option.name for game in GAMES for option in get_title(game).options}
    source = inspect.getsource(cli)
    assert not [name for name in names if f"    {name}:" in source]
