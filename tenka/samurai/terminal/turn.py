"""One turn of a person: moves are staged one after another, looked at, taken back, and confirmed as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.text import Text

from tenka.game import Action, GameError, Seat, State
from tenka.samurai.board import FIELD_BY_NAME, NUM_SETTLEMENTS, SETTLEMENT_BY_NAME, SETTLEMENTS_BESIDE, SPACE_BY_NAME
from tenka.samurai.lines import make_ply
from tenka.samurai.notation import END_WORD, PASS_WORD, tile_of_action
from tenka.samurai.pieces import COLOURS, HAND_SIZE, KIND_BY_CODE, KINDS, hand_tiles
from tenka.samurai.players.greedy import Greedy
from tenka.samurai.state import CHOOSING_HANDS, NOTHING, PLACING_PIECES, PLAYING
from tenka.samurai.terminal.board import Marks, draw_board
from tenka.samurai.terminal.help import print_help
from tenka.samurai.terminal.panel import Scene, draw_all_tiles, draw_hand, draw_influence_in_full, draw_unseen
from tenka.samurai.terminal.session import SamuraiSession, changed_spaces
from tenka.table import Preview
from tenka.terminal.asking import Asking

NUM_HINTS = 5


class Turn(Asking):
    """The person's choice of a hand, of a place for a piece, or of the tiles of a turn."""

    def __init__(self, session: SamuraiSession, seat: Seat) -> None:
        super().__init__(session, seat)
        self.session = session
        self.commands |= {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "moves": self._moves,
            "board": self._board,
            "influence": self._influence,
            "unseen": self._unseen,
        }

    # --- what is typed

    def obey(self, line: str) -> bool:
        """Does what a line asks for; True: the turn is confirmed."""
        words = line.split()
        if not words or line.lower() == END_WORD:
            return self._confirm()
        if self.try_command(line):
            return False
        command = words[0].lower()
        if self._phase() == PLAYING and len(words) == 1 and command in KIND_BY_CODE:
            self._show_where(command)
            return False
        if words[-1].lower() == END_WORD:
            self._stage(words[:-1])
            return self._confirm()
        self.show_staged(self._stage(words))
        return False

    def _stage(self, tokens: Sequence[str]) -> Preview:
        if self._phase() == CHOOSING_HANDS:
            self._check_hand(tokens)
        preview = self.table.preview(self.seat, " ".join([*self.staged, *tokens]))
        self.staged += tokens
        return preview

    def _check_hand(self, tokens: Sequence[str]) -> None:
        """Engine and record want the five tiles at once."""
        self.rules.parse(" ".join(tokens))
        if self.staged:
            raise GameError("there is a hand already: type undo to choose another, or press Enter to keep it")
        if len(tokens) != HAND_SIZE:
            raise GameError(f"a hand is {HAND_SIZE} tiles on one line, such as b4 r4 c4 s3 h2, not {len(tokens)}")

    def _confirm(self) -> bool:
        preview = self.preview()
        if not self.staged and preview.legal and self.rules.format(preview.legal[:1]) == PASS_WORD:
            self.staged = [PASS_WORD]
        elif not self.staged:
            raise GameError(self._ask())
        elif not preview.is_whole:
            raise GameError(f"this move has a second half: {self._second_half(preview)}")
        return True

    # --- commands

    def _help(self, _args: Sequence[str]) -> None:
        print_help(self.console, self.session.look, self.session.words)

    def _hint(self, _args: Sequence[str]) -> None:
        preview = self.preview()
        if not preview.legal:
            raise GameError("this turn is complete: press Enter to confirm it")
        phase = self._phase()
        if phase == CHOOSING_HANDS:
            self.console.print(f"greedy would choose {self.rules.format(self._complete(preview.state, []))}")
            return
        if phase == PLACING_PIECES:
            self.console.print("greedy puts its pieces anywhere; moves lists what is possible")
            return
        view = self.rules.view(preview.state, self.seat)
        ranked = Greedy().rank(view, preview.legal)
        self.console.print("greedy's favourites, with what it thinks of the position after them:")
        for action, value in ranked[:NUM_HINTS]:
            text = self.rules.format(self._complete(preview.state, [action]))
            self.console.print(f"  {text:<16} {value:6.2f}{'  (end the turn here)' if text == END_WORD else ''}")

    def _moves(self, args: Sequence[str]) -> None:
        preview = self.preview()
        wanted = args[0].lower() if args else None
        if wanted is not None and wanted not in KIND_BY_CODE:
            raise GameError(f"there is no tile {wanted[:20]!r}; the tiles are {' '.join(kind.code for kind in KINDS)}")
        found = [
            self.rules.format([action])
            for action in preview.legal
            if wanted is None or tile_of_action(action) == KIND_BY_CODE[wanted]
        ]
        self.console.print(Text(" ".join(found) or "none"))

    def _board(self, _args: Sequence[str]) -> None:
        self.session.show(self._scene())
        self._print_hand()

    def _influence(self, args: Sequence[str]) -> None:
        only = None
        if args:
            space = args[0].lower()
            if space not in SPACE_BY_NAME:
                raise GameError(f"there is no space {space[:20]!r} on the board; spaces are named like n13 or o14")
            only = _settlements_at(space)
        self.console.print(draw_influence_in_full(self._scene(), only))

    def _unseen(self, _args: Sequence[str]) -> None:
        self.console.print(draw_unseen(self._scene()))

    def take_back(self) -> None:
        """Forgets the last staged move; a hand is one."""
        self.staged = [] if self._phase() == CHOOSING_HANDS else self.staged[:-1]

    # --- what is shown

    def open(self) -> None:
        """The board and the hand."""
        preview = self.preview()
        self.session.show(self._scene())
        self.console.print()
        if self._phase() == CHOOSING_HANDS:
            self.console.print("These twenty tiles are yours. Five make your first hand; the others are shuffled.")
            self.console.print(draw_all_tiles(self._scene()))
        else:
            self._print_hand()
        if preview.legal and self.rules.format(preview.legal[:1]) == PASS_WORD:
            self.console.print("None of your tiles can be played: press Enter to pass.")
        else:
            self.console.print(Text(f"{COLOURS[self.seat]}, it is your turn: {self._ask()}.", "bold"))

    def _ask(self) -> str:
        """What the person is to type."""
        phase = self._phase()
        if phase == CHOOSING_HANDS:
            return "choose five tiles, such as b4 r4 c4 s3 h2"
        if phase == PLACING_PIECES:
            return "put a piece on a settlement, such as " + self.rules.format(self.preview().legal[:1])
        return "play a tile, such as " + self.rules.format(self.preview().legal[:1])

    def show_staged(self, preview: Preview) -> None:
        """The settlements beside the staged tiles, and what would be taken."""
        if not self.staged:
            self.console.print("Nothing is played this turn yet.")
            return
        phase = self._phase()
        if phase == PLAYING and not preview.is_whole:
            self.console.print(f"And the second half: {self._second_half(preview)}.")
            return
        if phase == PLAYING:
            self._show_consequences(preview)
        self.console.print("Enter confirms, undo takes back.")

    def _show_consequences(self, preview: Preview) -> None:
        """The settlements beside the staged tiles, and what would be taken if the turn ended here."""
        scene = self._scene(preview)
        before = self.table.state
        beside = _settlements(int(np.bitwise_or.reduce(before.pieces ^ scene.known.pieces)))
        for space in scene.marks.staged:
            beside |= _settlements_at(space)
        if beside:
            self.console.print(draw_influence_in_full(scene, beside))
        if preview.legal:
            after = self.rules.apply(preview.state, self.rules.end_turn)
            takes = make_ply(before, [*preview.actions, self.rules.end_turn], after).takes
            for clause in self.session.teller.tell_captures(takes):
                self.console.print(Text(f"If you end the turn here, {clause}.", "bold"))
            outcome = self.rules.outcome(after)
            if outcome is not None:
                reason = self.session.teller.tell_end(outcome.reason)
                self.console.print(Text(f"That ends the game: {reason}.", "bold"))
        self._print_hand(preview)

    def _show_where(self, code: str) -> None:
        """The board with the spaces lit where a tile can go."""
        preview = self.preview()
        kind = KIND_BY_CODE[code]
        tokens = [self.rules.format([action]) for action in preview.legal if tile_of_action(action) == kind]
        if not tokens:
            hand = hand_tiles(int(self._scene(preview).known.hand[self.seat]))
            if kind in hand:
                raise GameError(f"{code} cannot be played now; type moves for what can")
            raise GameError(f"there is no {code} in your hand, but {' '.join(KINDS[kind].code for kind in hand)}")
        spaces = frozenset(token.split("@")[1] for token in tokens if "@" in token)
        if spaces:
            scene = self._scene(preview, legal=spaces)
            self.console.print(draw_board(scene.known, scene.look, scene.marks))
            self.console.print(f"{code} can go where there is a +, such as {tokens[0]}.")
        else:
            self.console.print(Text(f"{code} begins with one of: {' '.join(tokens)}"))

    def _print_hand(self, preview: Preview | None = None) -> None:
        preview = preview or self.preview()
        playable = None
        if self._phase() == PLAYING:
            playable = {kind for action in preview.legal if (kind := tile_of_action(action)) is not None}
        self.console.print(draw_hand(self._scene(preview), self.seat, playable))

    def _second_half(self, preview: Preview) -> str:
        return "type one of " + " ".join(self.rules.format([action]) for action in preview.legal)

    def prompt(self) -> str:
        """The colour, and what is staged."""
        staged = f" [{' '.join(self.staged)}]" if self.staged else ""
        return f"{COLOURS[self.seat]}{staged}> "

    # --- where the turn stands

    def _phase(self) -> int:
        return int(self.table.state.phase)

    def _scene(self, preview: Preview | None = None, legal: frozenset[str] = frozenset()) -> Scene:
        """What the person sees with the staged moves. What a complete turn would reveal is not looked at."""
        preview = preview or self.preview()
        if not preview.legal:
            preview = self.table.preview(self.seat, "")
        state = preview.state
        staged = changed_spaces(self.table.state.tile, state.tile)
        return self.session.scene(state, Marks(legal, staged, self.session.fresh()))

    def _complete(self, state: State, actions: list[Action]) -> list[Action]:
        """The actions with the second half or the other tiles of the hand that greedy would add."""
        number = self.rules.num_plies(state)
        for action in actions:
            state = self.rules.apply(state, action)
        while self.rules.num_plies(state) == number and (state.pending != NOTHING or state.phase == CHOOSING_HANDS):
            view = self.rules.view(state, self.seat)
            ranked = Greedy().rank(view, self.rules.legal(state))
            best = ranked[0][1]
            action = min(action for action, value in ranked if value == best)
            actions = [*actions, action]
            state = self.rules.apply(state, action)
        return actions


def _settlements_at(space: str) -> set[int]:
    """A settlement, or those next to a land or sea space."""
    if space in SETTLEMENT_BY_NAME:
        return {SETTLEMENT_BY_NAME[space]}
    return _settlements(int(SETTLEMENTS_BESIDE[FIELD_BY_NAME[space]]))


def _settlements(bits: int) -> set[int]:
    return {settlement for settlement in range(NUM_SETTLEMENTS) if bits >> settlement & 1}
