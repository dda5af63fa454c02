"""Ratings that mean something: every way of cheating that we could think of is played here, and does not pay."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from openskill.models import PlackettLuce

from tenka.game import Action
from tenka.games import find_part
from tenka.players import decide_ply, get_player
from tenka.players.strengths import BEGINNING, strengths
from tenka.samurai.players.measured import MEASURED
from tenka.server.bots import BotFailed
from tenka.server.ledger import Ledger
from tenka.server.rooms import Room
from tests.server.client import BASIC
from tests.server.site import Site, Visitor, open_site, refusal

CLOCK = {"kind": "days", "days": 3}
RESULTS = Path(__file__).parent.parent.parent / "benchmarks" / "results"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as opened:
        yield opened


class Somebody:
    """A person with an account, at an address of their own."""

    num = 0

    def __init__(self, site: Site, address: str | None = None) -> None:
        Somebody.num += 1
        self.name = f"person-{Somebody.num}"
        self.visitor: Visitor = site.guest()
        self.visitor.address = address or f"10.1.0.{Somebody.num}"
        self.visitor.post("/api/register", {"name": self.name, "password": "correct horse"})

    def make(self, *seats: str, **settings: Any) -> str:
        """A rated table; seats as ``me``, ``open`` or a bot."""
        answer = self.visitor.send("POST", "/api/tables", wish(*seats, **settings))
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def profile(self) -> dict[str, Any]:
        found: dict[str, Any] = self.visitor.get(f"/api/people/{self.name}")
        return found

    @property
    def rating(self) -> float:
        ratings = self.profile()["ratings"]
        return float(ratings[0]["rating"]) if ratings else BEGINNING

    @property
    def wins(self) -> int:
        return sum(rating["wins"] for rating in self.profile()["ratings"])

    def rank(self) -> list[str]:
        """The names above them on the list, and their own."""
        names = [line["name"] for line in self.visitor.get("/api/leaderboard?players=2")]
        return names[: names.index(self.name) + 1]


def wish(*seats: str, **settings: Any) -> dict[str, Any]:
    wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    return {"seats": wanted, "options": BASIC, "rated": True, "clock": CLOCK, "visibility": "open"} | settings


def together(site: Site, *people: Somebody, **settings: Any) -> str:
    """A rated table of people."""
    table = people[0].make("me", *(["open"] * (len(people) - 1)), **settings)
    for person in people[1:]:
        person.visitor.post(f"/api/tables/{table}/join", {})
    return table


async def play_turn(room: Room, players: dict[int, str], rng: random.Random) -> None:
    """Whoever is to move takes a turn; `players` says how each seat plays."""
    ledger = room.ledger
    assert ledger.table is not None
    seat = ledger.to_move()[0]
    state, player = ledger.seats[seat], get_player(players.get(seat, "uniform"), ledger.rules.name)
    actions = decide_ply(ledger.rules, ledger.table.preview(seat, "").state, seat, player, rng)
    by = "bot" if state.bot else "stand_in" if state.player else "person"
    await room.submit(lambda now: now.act_actions(seat, actions, by))


def play(site: Site, table: str, turns: int | None = None, seed: int = 1, **players: str) -> Ledger:
    """So many turns, or to the end; ``seat0="greedy"`` says how a seat plays, and else at random."""
    rng = random.Random(seed)
    seats = {int(name.removeprefix("seat")): player for name, player in players.items()}

    async def go() -> Ledger:
        room = await site.server.lounge.room(table)
        played = 0
        while room.ledger.status == "running" and (turns is None or played < turns):
            await play_turn(room, seats, rng)
            played += 1
        return room.ledger

    return site.wait_for(go)


def play_to(site: Site, table: str, seat: int) -> None:
    """Until it is a seat's turn."""

    async def go() -> None:
        room = await site.server.lounge.room(table)
        while room.ledger.to_move() != (seat,):
            await play_turn(room, {}, random.Random(2))

    site.wait_for(go)


# --- the scale --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "file"), [("samurai", "levels.md"), ("history", "levels-history.md")])
def test_the_strengths_are_those_that_were_measured(game: str, file: str) -> None:
    measured = find_part(game, "players").MEASURED  # type: ignore[union-attr]
    rows = re.findall(r"^\| (\w+) +\| ([\w, ]+?) +\| \d+ +\| ([\d.]+)%", (RESULTS / file).read_text(), re.M)
    told = {(len(others.split(", ")) + 1, name): (others.split(", ")[0], float(won)) for name, others, won in rows}
    known = {(num, name): line for num, lines in measured.items() for name, line in lines.items() if name != "kanpaku"}
    assert {key: (name, round(100 * share, 1)) for key, (name, share) in known.items()} == told


def test_the_strengths_of_the_learnt_level_are_those_of_its_network() -> None:
    last = re.findall(r"^\| 53\.8 .*", (RESULTS / "neural.md").read_text(), re.M)[0]
    assert [float(share) for share in re.findall(r"([\d.]+) %", last)] == [
        round(100 * MEASURED[num]["kanpaku"][1], 1) for num in (2, 3, 4)
    ]


def test_a_player_as_good_as_a_level_keeps_the_rating_of_the_level() -> None:
    model, known = PlackettLuce(), strengths("samurai", 2)
    before = [[model.rating(known["bushi"], 0.1)], [model.rating(known["ashigaru"], 1e-3)]]
    won = model.rate(before, ranks=[1.0, 2.0])[0][0].mu - known["bushi"]
    lost = known["bushi"] - model.rate(before, ranks=[2.0, 1.0])[0][0].mu
    assert 0.755 * won == pytest.approx(0.245 * lost, rel=0.01)


def test_the_list_begins_with_the_measured_bots(site: Site) -> None:
    lines = site.visitor().get("/api/leaderboard?players=2")
    assert [line["name"] for line in lines][-3:] == ["bushi", "ashigaru", "farmer"]
    assert {line["name"]: line["rating"] for line in lines}["ashigaru"] == BEGINNING
    assert all(line["is_bot"] and line["games"] == 0 for line in lines)
    others = site.visitor().get("/api/leaderboard?game=history&players=5")
    assert others[0]["name"] == "shogun"
    assert [line["rating"] for line in others] != [line["rating"] for line in lines][: len(others)]


def test_a_bot_says_how_strong_it_is_by_number_of_players(site: Site) -> None:
    games = {game["name"]: game for game in site.visitor().get("/api/games")["games"]}
    bots = {bot["name"]: bot["strengths"] for bot in games["samurai"]["bots"]}
    assert bots["ashigaru"] == {"2": 25.0, "3": 25.0, "4": 25.0}
    assert bots["uniform"] == {}
    assert set(games["history"]["bots"][0]["strengths"]) == {"2", "3", "4", "5", "6"}
    assert len(site.visitor().get("/api/people/shogun")["ratings"]) == 3 + 5


# --- honest games -----------------------------------------------------------------------------------------------


def test_a_won_game_lifts_and_a_lost_one_lowers(site: Site) -> None:
    good, bad = Somebody(site), Somebody(site)
    play(site, together(site, good, bad), seat0="greedy")
    assert good.rating > BEGINNING > bad.rating
    told = good.profile()
    assert told["ratings"][0] | {"games": 1, "wins": 1, "places": [1, 0]} == told["ratings"][0]
    assert [result["opponents"] for result in told["results"]] == [[{"name": bad.name, "is_bot": False}]]
    assert told["results"][0]["rating"] == told["ratings"][0]["rating"]
    assert bad.profile()["ratings"][0]["places"] == [0, 1]
    assert good.rank().index(good.name) < bad.rank().index(bad.name)


def test_unrated_games_move_nothing(site: Site) -> None:
    person = Somebody(site)
    play(site, person.make("me", "farmer", rated=False), seat0="greedy")
    assert person.profile()["ratings"] == []
    assert person.profile()["results"] == []


def test_a_table_for_those_with_the_link_is_not_shown_on_the_page_of_a_person(site: Site) -> None:
    person = Somebody(site)
    play(site, person.make("me", "farmer", visibility="link"))
    shown = person.make("me", "farmer")
    play(site, shown)
    assert [result["table"] for result in person.profile()["results"]] == [None, shown]


def test_several_bots_of_one_level_can_be_met_at_once(site: Site) -> None:
    person = Somebody(site)
    play(site, person.make("me", "farmer", "farmer"), seat0="greedy")
    (rating,) = person.profile()["ratings"]
    assert (rating["players"], rating["wins"], rating["places"]) == (3, 1, [1, 0, 0])
    (farmer,) = (line for line in site.visitor().get("/api/leaderboard?players=3") if line["name"] == "farmer")
    assert (farmer["games"], farmer["wins"]) == (2, 0)


# --- leaving ----------------------------------------------------------------------------------------------------


def test_leaving_and_letting_a_strong_stand_in_win_is_a_loss(site: Site) -> None:
    person = Somebody(site)
    table = person.make("me", "farmer", stand_in="shogun")
    play_to(site, table, 0)
    person.visitor.post(f"/api/tables/{table}/leave")
    ledger = play(site, table, seat0="greedy")
    assert ledger.table is not None
    assert ledger.table.outcome is not None
    assert ledger.table.outcome.winners == (0,), "the stand-in did not win, so this shows nothing"
    assert person.rating < BEGINNING
    assert person.wins == 0
    assert [result["is_forfeit"] for result in person.profile()["results"]] == [True]


def test_coming_back_for_the_end_does_not_help(site: Site) -> None:
    person, other = Somebody(site), Somebody(site)
    table = together(site, person, other, stand_in="shogun")
    play_to(site, table, 0)
    person.visitor.post(f"/api/tables/{table}/leave")
    play(site, table, 1, seat0="greedy")
    person.visitor.post(f"/api/tables/{table}/return")
    play(site, table, seat0="greedy")
    assert person.wins == 0
    assert person.rating < BEGINNING < other.rating


def test_who_comes_back_before_the_bot_has_decided_has_lost_nothing(site: Site) -> None:
    person, other = Somebody(site), Somebody(site)
    table = together(site, person, other)
    play_to(site, table, 1)
    person.visitor.post(f"/api/tables/{table}/leave")
    person.visitor.post(f"/api/tables/{table}/return")
    play(site, table, seat0="greedy")
    assert person.wins == 1


@pytest.mark.parametrize("on_expiry", ["bot", "lose"])
def test_losing_on_time_is_a_loss_whoever_plays_on(site: Site, on_expiry: str) -> None:
    person, other = Somebody(site), Somebody(site)
    table = together(site, person, other, on_expiry=on_expiry, stand_in="shogun")
    play_to(site, table, 0)
    room = site.wait_for(site.server.lounge.room, table)

    async def expire() -> int:
        return await room.submit(lambda ledger: ledger.expire(0))

    site.wait_for(expire)
    play(site, table, seat0="greedy")
    assert person.rating < BEGINNING < other.rating


def test_who_leaves_first_is_last_even_if_all_leave(site: Site) -> None:
    first, second = Somebody(site), Somebody(site)
    table = together(site, first, second)
    play_to(site, table, 0)
    first.visitor.post(f"/api/tables/{table}/leave")
    play(site, table, 1)
    play_to(site, table, 1)
    second.visitor.post(f"/api/tables/{table}/leave")
    play(site, table, seat0="greedy")
    assert first.rating < BEGINNING < second.rating
    assert (first.wins, second.wins) == (0, 0)
    assert second.profile()["ratings"][0]["places"] == [0, 1]


def test_a_game_that_is_being_lost_cannot_be_left_to_rest(site: Site) -> None:
    person = Somebody(site)
    for settings, word in (
        ({"clock": {"kind": "none"}}, "needs a clock"),
        ({"on_leave": "wait"}, "does not wait"),
    ):
        answer = person.visitor.send("POST", "/api/tables", wish("me", "farmer", **settings))
        assert word in refusal(answer, 422, "invalid")


def test_giving_up_before_the_game_is_no_game(site: Site) -> None:
    person = Somebody(site)
    table = person.make("me", "open")
    person.visitor.post(f"/api/tables/{table}/leave")
    assert person.profile()["results"] == []
    assert person.rating == BEGINNING


# --- hints ------------------------------------------------------------------------------------------------------


def ask_hint(site: Site, person: Somebody, table: str) -> Any:
    play_to(site, table, 0)
    return person.visitor.send("POST", f"/api/tables/{table}/hint", {"moves": ""})


def test_after_a_hint_nothing_can_be_won(site: Site) -> None:
    person = Somebody(site)
    table = person.make("me", "farmer")
    assert person.visitor.get(f"/api/tables/{table}")["info"]["rated"] is True
    ask_hint(site, person, table)  # no bot answers here; that it was asked for is noted before
    told = person.visitor.get(f"/api/tables/{table}")
    assert told["info"]["rated"] is False
    assert [entry["kind"] for entry in told["log"]].count("hinted") == 1
    play(site, table, seat0="greedy")
    assert person.profile()["ratings"] == []


def test_a_hint_is_no_way_out_of_a_lost_game(site: Site) -> None:
    person = Somebody(site)
    table = person.make("me", "farmer")
    ask_hint(site, person, table)
    play(site, table, seat1="greedy")
    assert person.rating < BEGINNING
    assert len(person.profile()["results"]) == 1


def test_there_are_no_hints_in_rated_games_of_people(site: Site) -> None:
    person, other = Somebody(site), Somebody(site)
    table = together(site, person, other)
    assert "between people" in refusal(ask_hint(site, person, table), 403, "forbidden")
    assert person.visitor.get(f"/api/tables/{table}")["info"]["rated"] is True


@pytest.mark.parametrize("rated", [True, False])
def test_bots_know_whether_somebody_can_win_something(site: Site, rated: bool) -> None:
    """And take all their time then, however many others wait."""
    told: list[object] = []

    async def decide(*given: object) -> list[Action]:
        told.append(given[-1])
        raise BotFailed("it only listens")

    with patch.object(site.server.bots, "decide", decide):
        table = Somebody(site).make("me", "farmer", rated=rated)
        play_to(site, table, 1)
        site.wait_for(asyncio.sleep, 0)
    assert set(told) == {rated}


# --- who plays --------------------------------------------------------------------------------------------------


def test_guests_are_not_rated(site: Site) -> None:
    answer = site.guest().send("POST", "/api/tables", wish("me", "farmer"))
    assert "a name and a password" in refusal(answer, 403, "forbidden")
    table = Somebody(site).make("me", "open")
    assert "a name and a password" in refusal(
        site.guest().send("POST", f"/api/tables/{table}/join", {}), 403, "forbidden"
    )


def test_two_accounts_of_one_address_do_not_meet(site: Site) -> None:
    person = Somebody(site, "10.9.9.9")
    same, elsewhere = Somebody(site, "10.9.9.9"), Somebody(site, "10.9.9.8")
    table = person.make("me", "open")
    answer = same.visitor.send("POST", f"/api/tables/{table}/join", {})
    assert "where you are" in refusal(answer, 403, "forbidden")
    assert elsewhere.visitor.send("POST", f"/api/tables/{table}/join", {}).status_code == 200
    friendly = person.make("me", "open", rated=False)
    assert same.visitor.send("POST", f"/api/tables/{friendly}/join", {}).status_code == 200


def test_addresses_are_told_to_nobody_and_differ_from_table_to_table(site: Site) -> None:
    person = Somebody(site, "10.9.9.9")
    tables = [person.make("me", "open") for _ in range(2)]
    kept = {site.wait_for(site.server.lounge.room, table).ledger.seats[0].whereabouts for table in tables}
    assert len(kept) == 2
    assert not any(one in person.visitor.send("GET", f"/api/tables/{table}").text for one in kept for table in tables)
    assert "10.9.9.9" not in "".join(kept)


def test_nobody_sits_twice_at_a_rated_table(site: Site) -> None:
    person = Somebody(site)
    answer = person.visitor.send("POST", "/api/tables", wish("me", "me"))
    assert "two seats of one person" in refusal(answer, 422, "invalid")
    table = person.make("me", "open", "open")
    refusal(person.visitor.send("POST", f"/api/tables/{table}/join", {}), 409, "taken")


def test_chance_decides_who_begins(site: Site) -> None:
    answer = Somebody(site).visitor.send("POST", "/api/tables", wish("me", "farmer", options={"first": "red"}))
    assert "who begins" in refusal(answer, 422, "invalid")


def test_only_bots_that_were_measured_are_rated(site: Site) -> None:
    person = Somebody(site)
    for bot in ("uniform", "mcts", "greedy"):
        answer = person.visitor.send("POST", "/api/tables", wish("me", bot))
        assert "was measured" in refusal(answer, 422, "invalid")
    table = person.make("me", "open")
    answer = person.visitor.send("PUT", f"/api/tables/{table}/seats/1", {"bot": "uniform"})
    assert "was measured" in refusal(answer, 422, "invalid")
    assert person.visitor.send("PUT", f"/api/tables/{table}/seats/1", {"bot": "bushi"}).status_code == 200


def test_a_bot_is_nobodys_own_and_no_game_moves_it(site: Site) -> None:
    person = Somebody(site)
    before = {line["name"]: line["rating"] for line in site.visitor().get("/api/leaderboard?players=2")}
    for seed in range(3):
        play(site, person.make("me", "shogun"), seed=seed, seat1="greedy")
    assert person.wins == 0
    after = {line["name"]: line for line in site.visitor().get("/api/leaderboard?players=2")}
    assert {name: after[name]["rating"] for name in before} == before
    assert (after["shogun"]["games"], after["shogun"]["wins"]) == (3, 3)


# --- many games -------------------------------------------------------------------------------------------------


def test_beating_one_level_again_and_again_does_not_lead_past_the_next(site: Site) -> None:
    person = Somebody(site)
    for seed in range(32):
        play(site, person.make("me", "farmer"), seed=seed, seat0="greedy")
    told = person.profile()
    assert told["ratings"][0]["wins"] == 32
    assert [result["weight"] for result in told["results"]][::10] == [1.0, 0.5, 0.25, 0.125]
    assert "ashigaru" in person.rank(), "thirty-two games against the weakest led past the second level"
    by_then = [result["rating"] for result in told["results"]]
    assert by_then[31] - by_then[19] < 0.4 * (by_then[9] - BEGINNING)


def test_rematches_with_a_friend_count_less_and_less(site: Site) -> None:
    person, friend = Somebody(site), Somebody(site)
    table = together(site, person, friend)
    for seed in range(12):
        seat = site.wait_for(site.server.lounge.room, table).ledger.seats_of(person.visitor.person["id"])[0]  # type: ignore[index]
        play(site, table, None, seed, **{f"seat{seat}": "greedy"})
        table = person.visitor.post(f"/api/tables/{table}/rematch")["id"]
        friend.visitor.post(f"/api/tables/{table}/join", {})
    assert [result["weight"] for result in person.profile()["results"]] == [1.0] * 10 + [0.5] * 2
    stranger = Somebody(site)
    play(site, together(site, person, stranger), seat0="greedy")
    assert person.profile()["results"][-1]["weight"] == 1.0


def test_every_game_is_rated_once_and_for_its_own_title(site: Site) -> None:
    person = Somebody(site)
    play(site, person.make("me", "farmer"))
    assert [(rating["game"], rating["players"]) for rating in person.profile()["ratings"]] == [("samurai", 2)]
    assert person.name not in [line["name"] for line in site.visitor().get("/api/leaderboard?game=history&players=2")]
    assert person.name not in [line["name"] for line in site.visitor().get("/api/leaderboard?players=3")]
    assert len(person.profile()["results"]) == 1
    assert person.profile()["results"][0]["game"] == "samurai"
