"""The rules of play once more: slow, in plain Python, read from the rule books sentence by sentence.

It shares nothing with the engine but the list of spaces, the list of tiles and the words of the notation. Spaces are
names, tiles are codes, players are colours, and castes are letters. Every question is answered from scratch.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from tenka.samurai.board import SPACES
from tenka.samurai.pieces import COLOURS, KINDS

TILES = [kind.code for kind in KINDS for _ in range(kind.copies)]
STRENGTH = {kind.code: kind.strength for kind in KINDS}
INFLUENCES = {kind.code: {"brc"[caste] for caste in kind.castes} for kind in KINDS}
FAST = {kind.code for kind in KINDS if kind.is_fast}
SHIPS = {"h1", "h2"}
ROOM = {"v": 1, "C": 2, "E": 3}
CASTE_NAMES = {"b": "buddha", "r": "rice", "c": "castle"}

HANDS = {tuple(chosen) for chosen in combinations(TILES, 5)}
"""Every hand, its tiles in the order in which they are listed."""


def place(name: str) -> tuple[int, int]:
    """Where a space lies on a square grid of half hexes: columns and lines."""
    column = "abcdefghijklmnopqrst".index(name[0])
    return column, 2 * (int(name[1:]) - 1) + column % 2


def are_adjacent(one: str, other: str) -> bool:
    """Whether two spaces share a border."""
    (column, line), (column_2, line_2) = place(one), place(other)
    across, down = abs(column - column_2), abs(line - line_2)
    return (across, down) in {(0, 2), (1, 1)}


@cache
def beside(name: str) -> list[str]:
    """The spaces that share a border with one, on the largest board."""
    return [space.name for space in SPACES if are_adjacent(name, space.name)]


class NaiveGame:
    """A game in progress. `legal` names whole moves, and `play` carries one out."""

    def __init__(self, players: int, first: str, captures: str, switch_same: bool) -> None:
        self.players = list(COLOURS[:players])
        self.first = first
        self.captures_at_once = captures == "once"
        self.switch_same = switch_same
        self.kind = {space.name: space.kind for space in SPACES if space.players <= players}
        self.around = {name: [other for other in beside(name) if other in self.kind] for name in self.kind}
        self.settlements = [name for name, kind in self.kind.items() if kind in ROOM]
        self.tiles: dict[str, tuple[str, str]] = {}  # by space: whose, and which
        self.pieces: dict[str, set[str]] = {name: set() for name in self.settlements}
        self.captured: dict[str, Counter[str]] = {colour: Counter() for colour in self.players}
        self.aside: Counter[str] = Counter()
        self.hands: dict[str, list[str]] = {colour: [] for colour in self.players}
        self.stacks: dict[str, list[str]] = {colour: [] for colour in self.players}
        self.played: list[str] = []  # this turn
        self.passes = 0
        self.reasons: set[str] = set()
        self.supply = Counter(dict.fromkeys("brc", {2: 7, 3: 10, 4: 13}[players]))
        self.pieces["o14"] = set("brc")
        self.supply.subtract("brc")
        self.turn = self.players[0]
        self.stage = "hands"

    # --- what may be done

    def legal(self) -> set[str]:
        """Every legal move, as the notation writes it."""
        if self.stage == "hands":
            kept = tuple(self.hands[self.turn])
            return {chosen[len(kept)] for chosen in HANDS if chosen[: len(kept)] == kept}
        if self.stage == "pieces":
            return self.legal_pieces()
        if self.stage == "over":
            return set()
        plays = self.legal_plays()
        if self.played:
            return plays | {"done"}
        return plays or {"pass"}

    def legal_pieces(self) -> set[str]:
        """First the cities, until all have two different pieces; then the villages."""
        for kind in ("C", "v"):
            open_ones = [n for n in self.settlements if self.kind[n] == kind and len(self.pieces[n]) < ROOM[kind]]
            if open_ones:
                return {
                    f"{caste}@{name}"
                    for name in open_ones
                    for caste in "brc"
                    if self.supply[caste] and caste not in self.pieces[name]
                }
        return set()

    def legal_plays(self) -> set[str]:
        """Every tile of the hand wherever it may go."""
        found = set()
        slow_played = any(code not in FAST for code in self.played)
        for code in self.hands[self.turn]:
            if slow_played and code not in FAST:
                continue
            if code == "x":
                found |= self.legal_switches()
            elif code == "m":
                found |= self.legal_moves()
            else:
                wanted = "~" if code in SHIPS else "."
                found |= {f"{code}@{n}" for n, kind in self.kind.items() if kind == wanted and n not in self.tiles}
        return found

    def legal_switches(self) -> set[str]:
        """Any two pieces, if afterwards no settlement holds two of one caste."""
        found = set()
        on_board = [(caste, name) for caste in "brc" for name in self.settlements if caste in self.pieces[name]]
        for (caste, name), (caste_2, name_2) in combinations(on_board, 2):
            if caste == caste_2 or name == name_2:
                if self.switch_same:
                    found.add("x:same")
                continue
            here = [*(self.pieces[name] - {caste}), caste_2]
            there = [*(self.pieces[name_2] - {caste_2}), caste]
            if len(set(here)) == len(here) and len(set(there)) == len(there):
                found.add(f"x:{name}.{caste}={name_2}.{caste_2}")
        return found

    def legal_moves(self) -> set[str]:
        """An own tile that is not fast, to another empty land space."""
        own = [name for name, (colour, code) in self.tiles.items() if colour == self.turn and code not in FAST]
        empty = [name for name, kind in self.kind.items() if kind == "." and name not in self.tiles]
        return {f"m:{origin}>{target}" for origin in own for target in empty}

    # --- what happens

    def play(self, move: str) -> None:
        """Carries a legal move out."""
        if self.stage == "hands":
            self.hands[self.turn].append(move)
            if len(self.hands[self.turn]) == 5:
                self.next_stage("pieces") if self.turn == self.players[-1] else self.next_player()
        elif self.stage == "pieces":
            caste, name = move.split("@")
            self.pieces[name].add(caste)
            self.supply[caste] -= 1
            self.next_player() if self.supply.total() else self.next_stage("play")
        elif move == "pass":
            self.passes += 1
            if self.passes == len(self.players):
                self.reasons.add("passed")
            self.end_turn()
        elif move == "done":
            self.passes = 0
            self.capture()
            self.look_for_the_end()
            self.refill()
            self.end_turn()
        else:
            self.play_tile(move)

    def next_stage(self, stage: str) -> None:
        """The next part of the game; the youngest player begins it."""
        self.stage = stage
        self.turn = self.first
        if stage == "pieces" and not self.supply.total():
            self.stage = "play"

    def next_player(self) -> None:
        """Clockwise."""
        self.turn = self.players[(self.players.index(self.turn) + 1) % len(self.players)]

    def play_tile(self, move: str) -> None:
        if move.startswith("x:"):
            code = "x"
            if move != "x:same":
                one, other = (piece.split(".") for piece in move[2:].split("="))
                self.pieces[one[0]].remove(one[1])
                self.pieces[other[0]].remove(other[1])
                self.pieces[one[0]].add(other[1])
                self.pieces[other[0]].add(one[1])
        elif move.startswith("m:"):
            code = "m"
            origin, target = move[2:].split(">")
            self.tiles[target] = self.tiles[origin]
            self.tiles[origin] = (self.turn, "m")
        else:
            code, name = move.split("@")
            self.tiles[name] = (self.turn, code)
        self.hands[self.turn].remove(code)
        self.played.append(code)
        if self.captures_at_once:
            self.capture()

    def is_surrounded(self, settlement: str) -> bool:
        """All land spaces next to it hold tiles."""
        return all(name in self.tiles for name in self.around[settlement] if self.kind[name] == ".")

    def influence(self, colour: str, settlement: str, caste: str) -> int:
        """What a player's adjacent tiles are worth for a caste."""
        total = 0
        for name in self.around[settlement]:
            whose, code = self.tiles.get(name, ("", "m"))
            if whose == colour and caste in INFLUENCES[code]:
                total += STRENGTH[code]
        return total

    def capture(self) -> None:
        """Every piece of every surrounded settlement goes to the strongest player, or beside the board."""
        for settlement in self.settlements:
            if not self.pieces[settlement] or not self.is_surrounded(settlement):
                continue
            for caste in list(self.pieces[settlement]):
                self.pieces[settlement].remove(caste)
                by_player = {colour: self.influence(colour, settlement, caste) for colour in self.players}
                most = max(by_player.values())
                strongest = [colour for colour, total in by_player.items() if total == most]
                if len(strongest) == 1:
                    self.captured[strongest[0]][caste] += 1
                else:
                    self.aside[caste] += 1

    def look_for_the_end(self) -> None:
        """A caste is gone from the board, or four pieces lie beside it."""
        for caste, name in CASTE_NAMES.items():
            if not any(caste in here for here in self.pieces.values()):
                self.reasons.add(f"caste:{name}")
        if self.aside.total() >= 4:
            self.reasons.add("aside")

    def refill(self) -> None:
        """Tiles from the top of the own stack, up to five."""
        hand, stack = self.hands[self.turn], self.stacks[self.turn]
        while len(hand) < 5 and stack:
            hand.append(stack.pop(0))

    def end_turn(self) -> None:
        self.played = []
        if self.reasons:
            self.stage = "over"
        else:
            self.next_player()

    # --- who wins

    def winners(self) -> set[str]:
        """The winner, or those who share the win."""
        return winners({colour: Counter(pieces) for colour, pieces in self.captured.items()})


def winners(captured: dict[str, Counter[str]]) -> set[str]:
    """Who wins with these pieces."""
    leads: dict[str, set[str]] = {colour: set() for colour in captured}
    for caste in "brc":
        most = max(pieces[caste] for pieces in captured.values())
        leading = [colour for colour, pieces in captured.items() if pieces[caste] == most]
        if len(leading) == 1:  # ties for the most do not count
            leads[leading[0]].add(caste)
    for colour, castes in leads.items():
        if len(castes) >= 2:
            return {colour}
    eligible = [colour for colour, castes in leads.items() if castes]
    if not eligible:
        return with_the_most(captured, {colour: captured[colour].total() for colour in captured})
    others = {c: sum(captured[c][caste] for caste in "brc" if caste not in leads[c]) for c in eligible}
    tied = with_the_most(captured, others)
    return with_the_most(captured, {colour: captured[colour].total() for colour in tied})


def with_the_most(captured: dict[str, Counter[str]], numbers: dict[str, int]) -> set[str]:
    most = max(numbers.values())
    return {colour for colour, number in numbers.items() if number == most}
