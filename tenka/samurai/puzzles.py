"""What whoever sets puzzles of Samurai knows of the game.

The quick evaluator plays every world to its end by instinct, compiled, so that it has room for thousands of worlds and
for every turn there is. The slow one asks the network: the others answer as it would, and it says what the position is
worth then.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from types import MappingProxyType

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, State, View
from tenka.players.neural import Network, load_network
from tenka.samurai.every_turn import can_end, list_every_turn
from tenka.samurai.game import RULES
from tenka.samurai.notation import tile_of_action
from tenka.samurai.pieces import KIND_BY_CODE, MAX_PLAYERS, MOVE, NUM_CASTES, SWITCH
from tenka.samurai.players.look import POSITIONS_A_TURN, WIDTH, Look, Turn
from tenka.samurai.players.neural import GAME, WEIGHTS
from tenka.samurai.players.side_by_side import SideBySide
from tenka.samurai.playout import TO_THE_END, new_room, play_on
from tenka.samurai.proof import is_proved
from tenka.samurai.scoring import captured_pieces, leaders
from tenka.samurai.state import CAPTURED_HIDDEN, OVER, PLAYING, array_of, new_states
from tenka.samurai.view import recall
from tenka.search.setter import QUICK, Setter

MOST_TURNS = 4000
"""Where there are more, not all could be compared: such a position makes no puzzle."""
LATE = 0.35
"""A position is worth a look when so many of the pieces are gone: then games are played to their ends quickly."""
_RONIN = KIND_BY_CODE["n1"]
_SHIPS = (KIND_BY_CODE["h1"], KIND_BY_CODE["h2"])
_BY_TILE = {"ronin": (_RONIN,), "ship": _SHIPS, "switch": (SWITCH,), "move": (MOVE,)}
ENDING_WORLDS = 64
"""In so many worlds it is looked whether somebody could end the game."""


class SamuraiSetter(Setter):
    """Play-outs by instinct, and the network."""

    rules = RULES
    evaluators = ("play-outs to the end by instinct", "the network, a round ahead")
    bots = ("bushi", "karo", "daimyo", "kanpaku")
    # kanpaku finds no more of them than karo, so it would tell nothing of how hard they are
    solvers = ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "daimyo")
    kinds = ("last", "tie", "leadership", "deny", "ship", "ronin", "switch", "move", "end", "stop")
    options = MappingProxyType({"captured": "open"})

    def __init__(self) -> None:
        self._room = new_room()
        self._seen = b""
        self._found: tuple[Look, list[Turn]] | None = None

    @cached_property
    def _network(self) -> Network:
        return load_network(WEIGHTS, GAME)

    @cached_property
    def _games(self) -> dict[int, SideBySide]:
        """By number of players."""
        return {players: SideBySide(self._network, players) for players in self._network.slots}

    def _look(self, view: View, rng: random.Random) -> tuple[Look, list[Turn]]:
        """What the network makes of a position: it is asked once."""
        if self._found is None or self._seen != view.tobytes():
            look = Look(self._network, view, generator_state(rng.getrandbits(128)), WIDTH * POSITIONS_A_TURN)
            self._found = look, sorted(look.list_turns(), key=lambda turn: -turn.chance)
            self._seen = view.tobytes()
        return self._found

    def _carry_out(self, worlds: Array, turns: Sequence[Sequence[Action]]) -> Array:
        return self._games[int(worlds[0].players)].carry_out(worlds, turns)

    def opened(self, state: State) -> State:
        """With captured pieces shown."""
        states = new_states(1)
        states[0] = state
        states[0].rules &= ~CAPTURED_HIDDEN
        return states[0]

    def is_worth(self, view: View) -> bool:
        """Whether it is a turn late in the game, with nothing of it played yet."""
        known = view.known
        if known.phase != PLAYING or known.tiles_played:
            return False
        standing = sum(int(pieces).bit_count() for pieces in known.pieces)
        gone = int(known.aside.sum()) + int(recall(view).captured.sum())
        return gone >= LATE * (gone + standing)

    def list_few(self, view: View, rng: random.Random) -> list[list[Action]]:
        """What the network holds for best."""
        return [turn.actions for turn in self._look(view, rng)[1]]

    def list_turns(self, view: View, rng: random.Random) -> list[list[Action]]:
        """All turns, what the network holds for best first; none where there are too many."""
        every = list_every_turn(array_of(recall(view)), MOST_TURNS)
        if not every.is_all:
            return []
        turns = [*self.list_few(view, rng), *every.turns]
        games = self._carry_out(self.deal(view, 1, rng), turns)
        by_position: dict[bytes, list[Action]] = {}
        for turn, game in zip(turns, games, strict=True):
            by_position.setdefault(game.tobytes(), turn)
        return list(by_position.values())

    def deal(self, view: View, num: int, rng: random.Random) -> Array:
        """Worlds in which the others hold what they likely do."""
        return self._look(view, rng)[0].deal(num)

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        """See `Setter`."""
        players = int(worlds[0].players)
        if evaluator == QUICK:
            games = self._carry_out(worlds, turns)
            lucks = np.random.default_rng(seed).integers(1, 1 << 32, (len(worlds), 4))
            shares = np.zeros((len(games), MAX_PLAYERS))
            play_on(games, 1, TO_THE_END, np.tile(lucks, (len(turns), 1)), self._room, shares)
        else:
            shares = self._ask(worlds, turns)
        return shares[:, :players].reshape(len(turns), len(worlds), players)

    def _ask(self, worlds: Array, turns: Sequence[Sequence[Action]]) -> Array:
        """``[game, seat]``: what the network says of turns once all others have answered."""
        crowd, seat = self._games[int(worlds[0].players)], int(worlds[0].seat)
        games = self._carry_out(worlds, turns)
        while len(waiting := np.flatnonzero((games["phase"] != OVER) & (games["seat"] != seat))):
            crowd.answer(games, waiting)
        return crowd.judge(games)

    def prove(self, view: View, right: Sequence[Sequence[Action]], lead: float) -> bool:
        """Where the right turns end the game: whether every other one lets the next seat win too often."""
        return is_proved(view, right, lead)

    # --- kinds

    def kinds_of(self, view: View, best: Sequence[Action], rival: Sequence[Action], rng: random.Random) -> list[str]:
        """By what the turn does on the board, as the rules say."""
        assert view.seat is not None
        tiles = {tile_of_action(action) for action in best}
        found = {kind for kind, kinds in _BY_TILE.items() if tiles & set(kinds)}
        before = self.deal(view, 1, rng)[0]
        after = before
        for action in best:
            after = RULES.apply(after, action)
        taken = [
            sum(int(after.captured[seat, caste]) - int(before.captured[seat, caste]) for seat in range(MAX_PLAYERS))
            for caste in range(NUM_CASTES)
        ]
        tied = [int(after.aside[caste] - before.aside[caste]) for caste in range(NUM_CASTES)]
        if any(taken) or any(tied):
            found.add("last")
        if any(tied):
            found.add("tie")
        led_before, led_after = (leaders(captured_pieces(state)) for state in (before, after))
        if led_before != led_after:
            found.add("leadership")
        for rival_seat in range(int(before.players)):
            if rival_seat != view.seat and led_before.count(rival_seat) == NUM_CASTES - 1:
                third = next(caste for caste in range(NUM_CASTES) if led_before[caste] != rival_seat)
                to_rival = int(after.captured[rival_seat, third] - before.captured[rival_seat, third])
                if taken[third] + tied[third] > to_rival:
                    found.add("deny")
        if after.phase == OVER:
            found.add("end")
        elif self._ends_next(view, rival, rng) >= 0.5 > 0.1 >= self._ends_next(view, best, rng):
            found.add("stop")
        return [kind for kind in self.kinds if kind in found]

    def _ends_next(self, view: View, turn: Sequence[Action], rng: random.Random) -> float:
        """In which part of the worlds the next seat can end the game at once, after a turn that does not."""
        games = self._carry_out(self.deal(view, ENDING_WORLDS, rng), [turn])
        num = sum(bool(game.phase != OVER) and can_end(array_of(game)) for game in games)
        return num / len(games)


def make_setter() -> Setter:
    """Who sets puzzles of this game. What the network needs is asked for when it is used, and not before."""
    return SamuraiSetter()
