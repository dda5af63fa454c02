"""A game told in sentences, from its plies as the listener may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tenka.game import HIDDEN, Hidden, Outcome, Seat
from tenka.samurai.actions import END_TURN
from tenka.samurai.lines import Capture, SamuraiPly
from tenka.samurai.notation import format_piece, tokens_of
from tenka.samurai.pieces import CASTE_LETTERS, CASTES, COLOURS, KIND_BY_CODE, KINDS, PIECES_ASIDE_TO_END
from tenka.samurai.places import where
from tenka.samurai.scoring import ASIDE_REASON, CASTE_REASONS, PASSED_REASON, leaders, scores
from tenka.samurai.terminal.look import Words, place
from tenka.terminal.look import join


class Teller(NamedTuple):
    """Tells what happened."""

    words: Words
    listener: Seat | None
    """Is called *you*."""

    def tell(self, ply: SamuraiPly) -> str:
        """A ply as a sentence."""
        tokens = tokens_of([action for action in ply.actions if action != END_TURN])
        if ply.kind == "hand":
            tiles = f": {' '.join(tokens)}" if HIDDEN not in ply.actions else ""
            return f"{self._does(ply.seat, 'choose')} a hand{tiles}."
        if ply.kind == "put":
            letter, space = tokens[0].split("@")
            return f"{self._does(ply.seat, 'put')} a {self._caste(letter)} piece on {place(space)} ({space})."
        sentence = self._tell_moves(ply.seat, tokens) + self._tell_takes(ply.seat, ply.takes)
        drawn = [KINDS[kind].code for kind in ply.draws if not isinstance(kind, Hidden)]
        if drawn:
            sentence += f" {self._does(ply.seat, 'draw')} {' '.join(drawn)}."
        return sentence

    def tell_captures(self, takes: Sequence[Capture]) -> list[str]:
        """Only who takes what, one clause each."""
        return [self._clause(taker, pieces) for taker, pieces in _by_taker(takes).items()]

    def tell_end(self, reason: str) -> str:
        """Why a game ended, such as ``caste:rice+aside``."""
        return " and ".join(self._tell_reason(part) for part in reason.split("+"))

    def tell_scoring(self, captured: Sequence[Sequence[int]], outcome: Outcome) -> list[str]:
        """The scoring, step by step until it is decided."""
        told = []
        led = leaders(captured)
        for caste, seat in enumerate(led):
            counts = [counts[caste] for counts in captured]
            name = self.words.castes[caste]
            if seat is None:
                tied = [self._who(other) for other, count in enumerate(counts) if count == max(counts)]
                told.append(f"{name}: nobody leads, because {join(tied)} have {max(counts)} each.")
            else:
                told.append(f"{name}: {self._does(seat, 'lead', begins=False)} with {counts[seat]}.")
        return told + self._tell_decision(scores(captured), outcome)

    def _tell_decision(self, by_seat: Sequence[tuple[int, int, int]], outcome: Outcome) -> list[str]:
        steps = ("leaderships", "pieces of castes that they do not lead", "pieces in all")
        told: list[str] = []
        rivals = list(range(len(by_seat)))
        for figure, what in enumerate(steps):
            if figure == 1 and by_seat[rivals[0]][0] == 0:
                continue  # with no leadership, all pieces are of castes that they do not lead
            figures = join([f"{self._who(seat)} {by_seat[seat][figure]}" for seat in rivals])
            told.append(f"{what[0].upper()}{what[1:]}: {figures}.")
            most = max(by_seat[seat][figure] for seat in rivals)
            rivals = [seat for seat in rivals if by_seat[seat][figure] == most]
            if len(rivals) == 1:
                break
        winners = [self._who(seat) for seat in outcome.winners]
        if len(winners) > 1:
            told.append(f"All equal: {join(winners)} share the win.")
        else:
            told.append(f"{self._does(outcome.winners[0], 'win')}.")
        return told

    def _tell_moves(self, seat: Seat, tokens: Sequence[str]) -> str:
        if tokens == ["pass"]:
            return f"{self._does(seat, 'pass')}: no tile can be played."
        moves = [self._tell_move(token) for token in tokens]
        return f"{self._does(seat, 'play')} {join(moves)}"

    def _tell_move(self, token: str) -> str:
        if token == "x:same":
            return f"the {self.words.switch} tile, for two pieces of one caste"
        if token.startswith("x:"):
            first, second = (self._pieces([piece]) for piece in token[2:].split("="))
            return f"the {self.words.switch} tile ({first} and {second} change places)"
        if token.startswith("m:"):
            left, reached = token[2:].split(">")
            return f"the {self.words.move} tile (from {where(left)}, {left}, to {where(reached)}, {reached})"
        tile, space = token.split("@")
        kind = KIND_BY_CODE[tile]
        return f"{tile} ({self.words.tiles[kind]}) {where(space)} ({space})"

    def _tell_takes(self, mover: Seat, takes: Sequence[Capture]) -> str:
        by_taker = _by_taker(takes)
        if not by_taker:
            return "."
        if list(by_taker) == [mover]:
            verb = "take" if mover == self.listener else "takes"
            return f", and {verb} {self._pieces(by_taker[mover])}."
        return f"; {'; '.join(self.tell_captures(takes))}."

    def _clause(self, taker: Seat | None, pieces: Sequence[str]) -> str:
        what = self._pieces(pieces)
        if taker is None:
            return f"{what} {'go' if len(pieces) > 1 else 'goes'} beside the board"
        return f"{self._does(taker, 'take', begins=False)} {what}"

    def _tell_reason(self, reason: str) -> str:
        if reason in CASTE_REASONS:
            caste = CASTES.index(reason.split(":")[1])
            return f"no {self.words.castes[caste]} is left on the board"
        reasons = {
            ASIDE_REASON: f"{PIECES_ASIDE_TO_END} or more pieces lie beside the board",
            PASSED_REASON: "all players passed one after another",
        }
        return reasons.get(reason, reason)

    def _pieces(self, pieces: Sequence[str]) -> str:
        """Pieces on the board, such as ``l16.b``, those of one settlement together."""
        by_space: dict[str, list[str]] = {}
        for piece in pieces:
            space, letter = piece.split(".")
            by_space.setdefault(space, []).append(self._caste(letter))
        return join([f"the {join(castes)} of {place(space)}" for space, castes in by_space.items()])

    def _caste(self, letter: str) -> str:
        return self.words.castes[CASTE_LETTERS.index(letter)]

    def _who(self, seat: Seat) -> str:
        return "you" if seat == self.listener else COLOURS[seat]

    def _does(self, seat: Seat, verb: str, begins: bool = True) -> str:
        if seat == self.listener:
            return f"{'You' if begins else 'you'} {verb}"
        return f"{COLOURS[seat]} {verb}{'es' if verb.endswith('ss') else 's'}"


def _by_taker(takes: Sequence[Capture]) -> dict[Seat | None, list[str]]:
    """The pieces that were captured by who takes them."""
    by_taker: dict[Seat | None, list[str]] = {}
    for piece, taker in takes:
        by_taker.setdefault(taker, []).append(format_piece(piece))
    return by_taker
