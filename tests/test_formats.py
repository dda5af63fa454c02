"""What is stored stays valid when a rule option is added: records, commitments, proofs, and the tables of a server.

docs/formats.md says what is promised. Here every title gets an option that it does not have, with a default, in the
middle of its others; and what was stored before must not notice.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenka.cli import main
from tenka.fairness import Secret, check_fairness, commitment_of, commitment_to, deal_table, deal_text, headers
from tenka.game import InvalidOptions, InvalidRecord, Rules
from tenka.games import GAMES, get_game
from tenka.players import decide_ply, get_player
from tenka.record import load, read, replay, write
from tenka.server.config import Config
from tenka.table import Table
from tests.server.client import inside

GOLDEN = sorted((Path(__file__).parent / "games").glob("*.game"))
SECRET = Secret("5a17" * 8, "5eed" * 8)
NEW = "dummy"

AddOption = Callable[[str], None]


@pytest.fixture
def add_option(monkeypatch: pytest.MonkeyPatch) -> AddOption:
    """Adds an option to a title: *no* unless told, as every game was played before there was a choice."""

    def add(game: str) -> None:
        rules = get_game(game)
        kind: Any = type(rules)
        make, describe = kind.options, kind.describe_options
        old = type(rules.options({}))
        more: Any = dataclasses.make_dataclass("Options", [(NEW, str, "no")], bases=(old,), frozen=True)

        def options(self: Rules, given: dict[str, Any]) -> Any:
            value = str(given.get(NEW, "no"))
            if value not in ("no", "yes"):
                raise InvalidOptions(f"{NEW} is no or yes, not {value}")
            made = make(self, {name: text for name, text in given.items() if name != NEW})
            return more(**{field.name: getattr(made, field.name) for field in dataclasses.fields(made)}, **{NEW: value})

        def describe_options(self: Rules, chosen: Any) -> dict[str, str]:
            (name, text), *others = describe(self, chosen).items()
            return {name: text, NEW: getattr(chosen, NEW), **dict(others)}

        monkeypatch.setattr(kind, "options", options)
        monkeypatch.setattr(kind, "describe_options", describe_options)
        assert rules.describe_options(rules.options({}))[NEW] == "no"

    return add


def play(game: str, **given: str) -> Table:
    """A whole game whose deal was committed to, as at a server."""
    rules, rng = get_game(game), random.Random(7)
    options = rules.options({"players": 2, **given})
    table = deal_table(rules, options, [f"p{seat}" for seat in range(options.players)], SECRET.seed)
    table.headers = headers(table, SECRET, commitment_of(table, SECRET))
    while table.outcome is None:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(rules, table.state, seat, get_player("uniform", game), rng))
    table.headers = headers(table, SECRET, commitment_of(table, SECRET))
    return table


@pytest.fixture(scope="module")
def played() -> dict[str, str]:
    """By game: a record from before there was the new option."""
    return {game: write(play(game).record()) for game in GAMES}


# --- records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_are_the_same_byte_for_byte(path: Path, add_option: AddOption) -> None:
    text = path.read_text(encoding="utf-8")
    for game in GAMES:
        add_option(game)
    again = load(path)
    assert write(again.record) == text
    assert getattr(again.record.options, NEW) == "no"
    if again.outcome is None and not again.rules.waiting(again.final) and "?" not in text:
        assert write(Table.resume(again, dice=None).record()) == text, "a game that goes on is written as it began"


def test_every_title_has_golden_games() -> None:
    assert {load(path).rules.name for path in GOLDEN} == set(GAMES)


def test_a_record_names_the_options_that_it_names_and_no_others() -> None:
    text = next(path for path in GOLDEN if path.stem == "2015-2-players").read_text(encoding="utf-8")
    short = text.replace(" captures=end", "").replace('[Edition "2015"]\n', "")
    assert write(read(short)) == short
    assert read(short).options == read(text).options


# --- commitments --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_old_proof_holds(game: str, played: dict[str, str], add_option: AddOption, tmp_path: Path) -> None:
    text = played[game]
    add_option(game)
    old = replay(text)
    check_fairness(old)
    assert write(old.record) == text
    assert NEW not in text
    (tmp_path / "old.game").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "old.game")]) == 0
    meddled = text.replace('[Options "players=2', f'[Options "players=2 {NEW}=no')
    assert meddled != text
    with pytest.raises(InvalidRecord, match="salt, seed or rules were changed"):
        check_fairness(replay(meddled))


@pytest.mark.parametrize("value", ["no", "yes"])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_proof_covers_the_new_option(
    game: str, value: str, played: dict[str, str], add_option: AddOption, tmp_path: Path
) -> None:
    add_option(game)
    text = write(play(game, **{NEW: value}).record())
    assert f" {NEW}={value}" in text
    check_fairness(replay(text))
    (tmp_path / "new.game").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "new.game")]) == 0
    other = {"no": "yes", "yes": "no"}[value]
    for meddled in (text.replace(f"{NEW}={value}", f"{NEW}={other}"), text.replace(f" {NEW}={value}", "")):
        with pytest.raises(InvalidRecord, match="salt, seed or rules were changed"):
            check_fairness(replay(meddled))


@pytest.mark.parametrize("game", GAMES)
def test_a_program_without_the_option_says_that_it_does_not_know_it(
    game: str, played: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played[game].replace('[Options "players=2', f'[Options "players=2 {NEW}=yes')
    (tmp_path / "new.game").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "new.game")]) == 2
    assert f"option '{NEW}'" in capsys.readouterr().err


def test_what_is_committed_to_is_written_as_ever() -> None:
    """The text of a deal is a format of its own: this one was published, and must come out the same for ever."""
    rules = get_game("samurai")
    table = deal_table(rules, rules.options({"players": 3, "edition": "1998", "hands": "random"}), "abc", SECRET.seed)
    deal = deal_text(rules, table.texts, SECRET.seed)
    assert deal == (
        "samurai 1 players=3 edition=1998 hands=random pieces=placed captures=end captured=hidden switch_same=yes "
        f"first={rules.seat_names[table.options.first]} seed={SECRET.seed}"
    )
    assert commitment_of(table, SECRET) == commitment_to(SECRET.salt, deal)
    assert commitment_to("salt", "deal") == "64df0ff9cbe180aef1e845ffa98bc47b959b3a148c5dad4ed3934b5d1f47a00a"


# --- the database -------------------------------------------------------------------------------------------------


class Visitor:
    """One browser, whose person sits at both seats of its tables."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, path: str) -> Any:
        return self._answer(self.client.get(path))

    def post(self, path: str, body: Any = None) -> Any:
        return self._answer(self.client.post(path, json=body))

    def _answer(self, answer: httpx.Response) -> Any:
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    def play(self, table: str, rng: random.Random, most: int) -> None:
        """So many turns, or until the game is over."""
        for _ in range(most):
            info = self.get(f"/api/tables/{table}")["info"]
            if not info["to_move"]:
                return
            seat = info["to_move"][0]
            choice = self.get(f"/api/tables/{table}?seat={seat}")["choice"]
            moves: list[str] = []
            while not (choice["is_whole"] and moves):
                legal = [token for token in choice["legal"] if token not in ("done", "end")]
                moves.append(rng.choice(legal or ["end"]))
                wish = {"moves": " ".join(moves), "seat": seat}
                choice = self.post(f"/api/tables/{table}/preview", wish)["choice"]
            self.post(f"/api/tables/{table}/act", {**wish, "version": info["version"]})


@contextmanager
def visiting(folder: Path, cookies: dict[str, str]) -> Iterator[Visitor]:
    """A server in this process over the same database, and the same visitor."""
    with (
        inside(Config(f"sqlite:///{folder / 'server.db'}", bot_workers=0, limits=0)) as url,
        httpx.Client(base_url=url, headers={"origin": url}, cookies=cookies, timeout=60) as client,
    ):
        yield Visitor(client)
        cookies.update(client.cookies)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_stored_table_goes_on_as_it_began(game: str, tmp_path: Path, add_option: AddOption) -> None:
    cookies: dict[str, str] = {}
    rng = random.Random(3)
    with visiting(tmp_path, cookies) as visitor:
        visitor.post("/api/guest")
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]}
        table, waiting = (visitor.post("/api/tables", wish | more) for more in ({}, {"starts": "maker"}))
        visitor.play(table["id"], rng, 12)
        before = {path: visitor.get(f"/api/tables/{table['id']}{path}") for path in ("", "/record?seat=0", "/proof")}
        imported = visitor.post("/api/records", {"text": write(play(game).record())})["id"]
        text = visitor.get(f"/api/tables/{imported}/record")
    add_option(game)
    with visiting(tmp_path, cookies) as visitor:
        for path, answer in before.items():
            again = visitor.get(f"/api/tables/{table['id']}{path}")
            assert without_times(again) == without_times(answer), path
        assert visitor.get(f"/api/tables/{imported}/record") == text
        visitor.play(table["id"], rng, 2000)
        record = visitor.get(f"/api/tables/{table['id']}/record")
        proof = visitor.get(f"/api/tables/{table['id']}/proof")
        assert visitor.get(f"/api/tables/{table['id']}/replay")["steps"]
        visitor.post(f"/api/tables/{waiting['id']}/start")
        started = visitor.get(f"/api/tables/{waiting['id']}/record?seat=0")
    assert NEW not in record
    assert f" {NEW}=no" in started, "a game that begins now is one of the new program"
    check_fairness(replay(record))
    assert proof["commitment"] == before["/proof"]["commitment"] == commitment_to(proof["salt"], proof["deal"])
    assert NEW not in proof["deal"]


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name not in ("clocks", "is_present")}
    return [without_times(part) for part in value] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_table_whose_stored_state_is_of_another_size_is_dealt_again_from_its_seed(game: str, tmp_path: Path) -> None:
    """A new option may need a place in the state. What was stored of the start cannot be read then."""
    cookies: dict[str, str] = {}
    with visiting(tmp_path, cookies) as visitor:
        visitor.post("/api/guest")
        table = visitor.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]})["id"]
        visitor.play(table, random.Random(1), 6)
        before = visitor.get(f"/api/tables/{table}/record?seat=0")
    with sqlite3.connect(tmp_path / "server.db") as database:
        (stored,) = database.execute("SELECT data FROM events WHERE kind = 'started'").fetchone()
        data = json.loads(stored)
        data["start"] = base64.b64encode(base64.b64decode(data["start"])[:-3]).decode()
        database.execute("UPDATE events SET data = ? WHERE kind = 'started'", [json.dumps(data)])
    with visiting(tmp_path, cookies) as visitor:
        assert visitor.get(f"/api/tables/{table}/record?seat=0") == before
