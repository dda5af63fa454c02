"""A judge for any game: a player of the title decides what is worth a look, and plays on to the end."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tenka.game import CHANCE, Action, Rules, State, View, draw_chance
from tenka.players import Player, default_player, get_player
from tenka.search.judge import Judge, Option
from tenka.search.mcts import Guide, win_shares


class PlayerGuide(Guide):
    """Lets a player decide for everybody."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        """The result of one game."""
        while (outcome := rules.outcome(state)) is None:
            seat = rules.turn(state)
            if seat == CHANCE:
                action = draw_chance(rules, state, rng)
            else:
                action = self._player.decide(rules.view(state, seat), rules.legal(state), rng)
            state = rules.apply(state, action)
        return win_shares(outcome, int(state.players))


class PlayerJudge(Judge):
    """Compares what the title's first player holds for best."""

    tries = 96

    def __init__(self, rules: Rules) -> None:
        self._player = get_player(default_player(rules.name), rules.name)
        self.name = f"play-outs by {self._player.name}"
        super().__init__(rules, PlayerGuide(self._player))

    def list_options(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[Option]:
        """The player's first few."""
        lines = self._player.explain(view, legal, rng)[: self.width]
        return [Option(line.actions[:1], 1 / len(lines)) for line in lines]
