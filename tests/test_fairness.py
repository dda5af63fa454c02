"""Fair by proof: what was promised at the start is what was played, in every title, and who cheated is found out."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from tenka.fairness import (
    Secret,
    check_fairness,
    commitment_of,
    commitment_to,
    deal_table,
    deal_text,
    dice_of,
    headers,
    new_secret,
)
from tenka.game import InvalidRecord
from tenka.games import GAMES, get_game
from tenka.players import decide_ply, get_player
from tenka.record import read, replay, write
from tenka.table import Table

SECRET = Secret("5a17", "5eed")
LEFT_OVER = "seed 40"
"""Leads to a game of Samurai that ends while tiles are left."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def played(game: str, seed: str = SECRET.seed, most: int = 2000) -> Table:
    """A table of a seed, played at random."""
    rules = get_game(game)
    table = deal_table(rules, rules.options({"players": 2}), ["ann", "bob"], seed)
    rng = random.Random(1)
    while (waiting := table.to_move()) and table.version < most:
        table.commit(waiting[0], decide_ply(rules, table.state, waiting[0], get_player("uniform", game), rng))
    return table


@cache
def finished(game: str) -> str:
    """A record with its proof."""
    table = played(game)
    assert table.outcome is not None
    return write(replace(table.record(), extra=headers(table, SECRET, commitment_of(table, SECRET))))


def found_out(text: str) -> str:
    with pytest.raises(InvalidRecord) as refused:
        check_fairness(replay(text))
    return refused.value.reason


def header(name: str, value: str) -> str:
    return f'[{name} "{value}"]\n'


def without(text: str, name: str) -> str:
    lines = [line for line in text.splitlines() if not line.startswith(f"[{name} ")]
    assert len(lines) == len(text.splitlines()) - 1
    return "\n".join(lines) + "\n"


@EVERY_GAME
def test_a_game_that_kept_its_promise(game: str) -> None:
    check_fairness(replay(finished(game)))


@EVERY_GAME
def test_a_seed_deals_the_same_always_and_another_one_otherwise(game: str) -> None:
    one, again, other = (played(game, seed, most=10) for seed in ("a", "a", "b"))
    assert one.start.tobytes() == again.start.tobytes()
    assert one.plies == again.plies
    assert one.options == again.options
    assert one.start.tobytes() != other.start.tobytes() or one.plies != other.plies


def test_the_seat_that_begins_is_drawn_from_the_seed_unless_it_is_chosen() -> None:
    rules = get_game("samurai")
    options = rules.options({"players": 4})
    begins = [deal_table(rules, options, list("abcd"), f"seed {n}").options.first for n in range(80)]
    assert set(begins) == {0, 1, 2, 3}
    chosen = rules.options({"players": 4, "first": "gold"})
    table = deal_table(rules, chosen, list("abcd"), "seed 1")
    assert table.options.first == table.start.first == 2
    assert table.names == ("a", "b", "c", "d")


def test_dice_come_out_of_the_seed_ply_by_ply() -> None:
    """So a game that was interrupted goes on with the dice that it would have had."""
    one, other = dice_of("seed"), dice_of("seed")
    other.random()
    one.begin(7)
    other.begin(7)
    rolled = [one.random() for _ in range(3)]
    assert rolled == [other.random() for _ in range(3)]
    one.begin(8)
    assert rolled != [one.random() for _ in range(3)]
    elsewhere = dice_of("another")
    elsewhere.begin(7)
    assert rolled != [elsewhere.random() for _ in range(3)]


def test_secrets_cannot_be_guessed() -> None:
    secrets = [new_secret() for _ in range(20)]
    texts = {text for secret in secrets for text in secret}
    assert len(texts) == 40
    assert {len(bytes.fromhex(text)) for text in texts} == {32}


def test_what_is_committed_to() -> None:
    rules = get_game("samurai")
    assert deal_text(rules, {"players": "2", "first": "blue"}, "5eed") == "samurai 1 players=2 first=blue seed=5eed"
    assert commitment_to("salt", "deal") == "64df0ff9cbe180aef1e845ffa98bc47b959b3a148c5dad4ed3934b5d1f47a00a"
    table = played("samurai", most=1)
    assert commitment_of(table, SECRET) == commitment_to("5a17", deal_text(rules, table.texts, "5eed"))


@EVERY_GAME
def test_the_secret_is_told_only_once_the_game_is_over(game: str) -> None:
    """Before, it would tell everybody's tiles, and the dice to come."""
    table = played(game, most=8)
    assert headers(table, SECRET, "promise") == (("Commitment", "promise"),)
    over = played(game)
    assert headers(over, SECRET, "promise") == (("Commitment", "promise"), ("Salt", "5a17"), ("Seed", "5eed"))


@EVERY_GAME
def test_a_record_without_its_proof_proves_nothing(game: str) -> None:
    text = finished(game)
    assert "no commitment" in found_out(without(without(without(text, "Commitment"), "Salt"), "Seed"))
    assert "no commitment" in found_out(without(text, "Commitment"))
    for name in ("Salt", "Seed"):
        assert "not revealed yet" in found_out(without(text, name))


@EVERY_GAME
def test_another_secret_than_the_promised_one_is_found_out(game: str) -> None:
    text = finished(game)
    commitment = dict(read(text).extra)["Commitment"]
    for old, new in (
        (header("Salt", "5a17"), header("Salt", "5a18")),
        (header("Seed", "5eed"), header("Seed", "5eee")),
        (commitment, commitment[:-1] + ("0" if commitment[-1] != "0" else "1")),
        (commitment, commitment[:-1]),
    ):
        assert old in text
        assert "not the one that was committed to" in found_out(text.replace(old, new))


@EVERY_GAME
def test_another_deal_under_a_promise_made_to_fit_is_found_out(game: str) -> None:
    """Salt, seed and fingerprint go together, and the tiles are others."""
    table = played(game)
    seed = "another"
    deal = deal_text(table.rules, table.texts, seed)
    extra = (("Commitment", commitment_to("5a17", deal)), ("Salt", "5a17"), ("Seed", seed))
    reason = found_out(write(replace(table.record(), extra=extra)))
    assert "another deal" in reason or "with the promised deal it is" in reason


def test_hands_that_were_not_promised_are_found_out_before_the_first_ply() -> None:
    """Samurai with hands at random: they are told before the game."""
    rules = get_game("samurai")
    options = rules.options({"players": 2, "hands": "random", "first": "red"})
    table, other = (deal_table(rules, options, ["ann", "bob"], seed) for seed in ("5eed", "another"))
    rng = random.Random(1)
    while waiting := other.to_move():
        other.commit(waiting[0], decide_ply(rules, other.state, waiting[0], get_player("uniform"), rng))
    text = write(replace(other.record(), extra=headers(other, SECRET, commitment_of(table, SECRET))))
    assert found_out(text) == "the game began with another deal than the one that was committed to"


def test_a_draw_that_the_promised_deal_does_not_have_is_found_out() -> None:
    """Samurai: two tiles of a stack have changed places, and everything that follows fits."""
    rules = get_game("samurai")
    table = deal_table(
        rules, rules.options({"players": 2, "hands": "random", "pieces": "random"}), ["ann", "bob"], "5eed"
    )
    promised = commitment_of(table, SECRET)
    start = table.start.copy()
    for seat in range(2):
        start.stack[seat, :15] = start.stack[seat, :15][::-1]
    other = Table(rules, table.options, table.names, start, texts=table.texts)
    rng = random.Random(1)
    while waiting := other.to_move():
        other.commit(waiting[0], decide_ply(rules, other.state, waiting[0], get_player("uniform"), rng))
    reason = found_out(write(replace(other.record(), extra=headers(other, SECRET, promised))))
    assert reason.startswith("ply 1 tells 'turn 1")
    assert "but with the promised deal it is 'turn 1" in reason


def test_dice_that_were_not_rolled_are_found_out() -> None:
    """History: another roll with the same result, so that the game goes on as it did."""
    text = finished("history")
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("dice ") or " ; won" not in line:
            continue
        dice = line.split()[2]
        for other in ("6-1", "6-2", "5-1"):
            if other == dice:
                continue
            changed = "\n".join([*lines[:number], line.split(" ; ")[0].replace(dice, other), *lines[number + 1 :]])
            try:
                told = replay(changed)
            except InvalidRecord:
                continue
            (ply,) = [n for n, step in enumerate(told.steps, start=1) if step.line not in lines]
            if ply % 2:
                break  # another one, so that plies of both kinds of number are told somewhere in this file
            with pytest.raises(InvalidRecord, match=f"^ply {ply} tells 'dice .* but with the promised deal it is"):
                check_fairness(told)
            return
    pytest.fail("no roll could be exchanged: choose another seed")


def test_tiles_left_over_that_the_promised_deal_does_not_have_are_found_out() -> None:
    """Samurai tells at the end in which order the tiles lay that nobody drew."""
    table = played("samurai", LEFT_OVER)
    secret = Secret("5a17", LEFT_OVER)
    text = write(replace(table.record(), extra=headers(table, secret, commitment_of(table, secret))))
    check_fairness(replay(text))
    (line,) = [line for line in text.splitlines() if line.startswith("rest red")]
    words = line.split()
    assert len(set(words[2:])) > 1
    turned = " ".join([*words[:2], *reversed(words[2:])])
    assert "ended with other tiles left" in found_out(text.replace(line, turned))
