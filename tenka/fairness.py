"""Fair by proof: the deal is fixed before the first move, everybody gets its fingerprint, and at the end its secret.

All of a game's chance comes out of a seed: the deal, and dice and cards during play. At the start the *commitment* is
published: SHA-256 over a salt and the deal (the game, its rules and the seed). At the end salt and seed are, in the
headers of the record, so that anybody can check that nothing was changed on the way: `check_fairness`, or ``tenka
verify``.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tenka.game import InvalidRecord, Rules
from tenka.record import Replay, format_lines
from tenka.table import PlyDice, Table

COMMITMENT, SALT, SEED = "Commitment", "Salt", "Seed"
"""Headers of a record."""


class Secret(NamedTuple):
    """What decides a deal, and what hides it."""

    salt: str
    seed: str


def new_secret() -> Secret:
    """Numbers that nobody can guess."""
    return Secret(secrets.token_hex(32), secrets.token_hex(32))


def deal_text(rules: Rules, texts: Mapping[str, str], seed: str) -> str:
    """What is committed to: the game, the rules with the seat that begins, and the seed.

    `texts` are the options as the game began with them, so that an option that comes later changes no promise.

    >>> from tenka.games import DEFAULT_GAME, get_game
    >>> deal_text(get_game(DEFAULT_GAME), {"players": "2", "first": "blue"}, "5eed")
    '... 1 players=2 first=blue seed=5eed'
    """
    described = " ".join(f"{name}={value}" for name, value in texts.items())
    return f"{rules.name} {rules.version} {described} seed={seed}"


def commitment_to(salt: str, deal: str) -> str:
    """The fingerprint of a deal."""
    return hashlib.sha256(f"{salt} {deal}".encode()).hexdigest()


def deal_table(rules: Rules, options: Any, names: Sequence[str], seed: str) -> Table:
    """The table that a seed leads to. The seat that begins is drawn first, so that it is part of the deal."""
    if options.first is None:
        first = random.Random(f"{seed} first").randrange(options.players)
        options = rules.options(rules.describe_options(options) | {"first": rules.seat_names[first]})
    return Table.new(rules, options, names, random.Random(seed), dice_of(seed))


def dice_of(seed: str) -> PlyDice:
    """What decides for chance during play, where a game has it: it is part of what was committed to."""
    return PlyDice(seed)


def commitment_of(table: Table, secret: Secret) -> str:
    """What is published when a game begins."""
    return commitment_to(secret.salt, deal_text(table.rules, table.texts, secret.seed))


def headers(table: Table, secret: Secret, commitment: str) -> tuple[tuple[str, str], ...]:
    """For the record: the commitment as it was published, and once the game is over the secret."""
    if table.outcome is None:
        return ((COMMITMENT, commitment),)
    return ((COMMITMENT, commitment), (SALT, secret.salt), (SEED, secret.seed))


def check_fairness(replay: Replay) -> None:
    """Raises InvalidRecord unless the record keeps what its commitment promised."""
    record, rules = replay.record, replay.rules
    extra = dict(record.extra)
    if COMMITMENT not in extra:
        raise InvalidRecord("there is no commitment in this record, so there is nothing to verify")
    if SALT not in extra or SEED not in extra:
        raise InvalidRecord("the secret of this game is not revealed yet: export the record again when it is over")
    deal = deal_text(rules, dict(record.texts), extra[SEED])
    if not hmac.compare_digest(commitment_to(extra[SALT], deal), extra[COMMITMENT]):
        raise InvalidRecord("the deal is not the one that was committed to: salt, seed or rules were changed")
    table = deal_table(rules, record.options, record.names, extra[SEED])
    opening = rules.opening(table.start)
    promised = format_lines(rules, opening)
    told = [text for text in record.lines if text.split()[0] in {line.kind for line in opening}]
    if promised != told[: len(promised)]:
        raise InvalidRecord("the game began with another deal than the one that was committed to")
    for number, step in enumerate(replay.steps):
        if number >= table.version:  # else chance, which the table has already played after the turn before
            table.commit(step.seat, step.actions)
        if (ply := table.plies[number]) != step.ply:
            line = rules.format_line(ply)
            raise InvalidRecord(f"ply {number + 1} tells {step.line!r}, but with the promised deal it is {line!r}")
    told_last = set(format_lines(rules, rules.closing(replay.final)))
    if format_lines(rules, rules.closing(table.state)) != [text for text in record.lines if text in told_last]:
        raise InvalidRecord("the game ended with other tiles left than the promised deal has")
