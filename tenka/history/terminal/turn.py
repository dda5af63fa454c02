"""A person's decisions in History of the Samurai: staged one after another, with the odds before dice are rolled."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tenka.game import Action, GameError, Seat, State
from tenka.history.actions import EVENT, KEEP, PLACE, REGION, YIELD
from tenka.history.batch import holds_current_in
from tenka.history.cards import COLOURS, EVENTS_PER_EPOCH, NUM_PROVINCES
from tenka.history.notation import AREA_IDS
from tenka.history.prospects import Attack, look_at_attack
from tenka.history.sources import find_sheet
from tenka.history.state import (
    AFTER,
    BEFORE,
    CAPITAL_PHASE,
    FAMINE,
    FIGHTING,
    GIVING,
    MILITARY,
    NOBODY,
    RAID,
    REVOLT,
    STARTING,
    array_of,
)
from tenka.history.terminal.board import Scene, draw_area, draw_cards, draw_players
from tenka.history.terminal.cards import tell_daimyo
from tenka.history.terminal.help import print_help
from tenka.history.terminal.session import HistorySession
from tenka.players import get_player
from tenka.table import Preview
from tenka.terminal.asking import Asking

NUM_HINTS = 5
DONE_WORD = "done"


class HistoryTurn(Asking):
    """The decisions of a person until dice are rolled, cards are drawn, or somebody else decides."""

    def __init__(self, session: HistorySession, seat: Seat) -> None:
        super().__init__(session, seat)
        self.session = session
        self.commands |= {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "moves": self._moves,
            "map": self._map,
            "board": self._map,
            "players": self._players,
            "hand": self._hand,
            "card": self._card,
            "look": self._look,
            "odds": self._odds,
        }

    # --- what is typed

    def obey(self, line: str) -> bool:
        """Does what a line asks for; True: the decisions are confirmed."""
        words = line.split()
        if not words or line.lower() == DONE_WORD:
            return self._confirm()
        if self.try_command(line):
            return False
        if words[-1].lower() == DONE_WORD:
            self._stage(words[:-1])
            self._show_odds(self.preview())
            return self._confirm()
        self._stage(words)
        self.show_staged(self.preview())
        return False

    def _stage(self, tokens: Sequence[str]) -> None:
        self.table.preview(self.seat, " ".join([*self.staged, *tokens]))
        self.staged += tokens

    def _confirm(self) -> bool:
        preview = self.preview()
        if not preview.is_whole and len(preview.legal) == 1:
            self._stage([self.rules.format(preview.legal)])
            preview = self.preview()
        if not preview.is_whole:
            raise GameError(f"that is not all: {self._ask(preview)}")
        return True

    # --- commands

    def _help(self, _args: Sequence[str]) -> None:
        print_help(self.console, self._scene().signs)

    def _hint(self, _args: Sequence[str]) -> None:
        preview = self.preview()
        if not preview.legal:
            raise GameError("nothing is left to decide here: press Enter to confirm")
        view = self.rules.view(preview.state, self.seat)
        lines = get_player("greedy", self.rules.name).explain(view, preview.legal, random.Random(0))
        self.console.print("greedy's favourites, with the points that it expects of them:")
        for line in lines[:NUM_HINTS]:
            self.console.print(f"  {self.rules.format(line.actions):<18} {line.score:6.2f}")

    def _moves(self, _args: Sequence[str]) -> None:
        self.console.print(Text(self.rules.format(self.preview().legal) or "none"))

    def _map(self, _args: Sequence[str]) -> None:
        self.session.show(self._scene())

    def _players(self, _args: Sequence[str]) -> None:
        self.console.print(draw_players(self._scene()))

    def _hand(self, _args: Sequence[str]) -> None:
        preview, scene = self.preview(), self._scene()
        playable = [action - EVENT for action in preview.legal if EVENT <= action < REGION]
        for colour in range(self.seat, int(scene.known.colours), int(scene.known.players)):
            if colour == int(scene.known.colour):
                self._print_hand(scene, colour, playable)
            else:
                self._print_hand(scene, colour, ())

    def _print_hand(self, scene: Scene, colour: int, playable: Sequence[int]) -> None:
        used = int(scene.known.used[colour])
        self.console.print(
            Text(
                f"{COLOURS[colour]}'s event cards, * can be played now; {used} of {EVENTS_PER_EPOCH} played this epoch:"
            )
        )
        cards = [number for number in range(len(scene.data.events)) if int(scene.known.hand[colour]) >> number & 1]
        cards.sort(key=lambda number: (number not in playable, number))
        self.console.print(draw_cards(scene, cards, playable) if cards else "  no event cards left")

    def _card(self, args: Sequence[str]) -> None:
        if not args:
            raise GameError("which card or place? Such as: card taira, card e31, card kaga, card region:kinki")
        sheet = find_sheet(self.session.teller.data, args[0])
        self.console.print(Text(sheet.title, "bold"))
        told = [card for card in self.session.teller.data.daimyo if sheet.title == f"daimyo {card.id}"]
        text = tell_daimyo(told[0]) if told else sheet.text
        if text:
            self.console.print(Text(text))
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        for heading in ("", "value", "where it comes from"):
            table.add_column(heading)
        for fact in sheet.facts:
            source = fact.kind if fact.source == "rulebook" else fact.source
            if not source.startswith(fact.kind):
                source = f"{fact.kind}: {source}"
            table.add_row(fact.name, fact.value, Text(source, "bold" if fact.kind == "reconstruction" else ""))
        self.console.print(table)

    def _look(self, args: Sequence[str]) -> None:
        area = self._area(args, "look kaga")
        scene, state = self._scene(), self.preview().state
        self.console.print(draw_area(scene, area))
        if area < NUM_PROVINCES:
            province = scene.data.provinces[area]
            self.console.print(f"  in {province.region}")
            for kind, ids in province.neighbours.items():
                if ids:
                    self.console.print(Text(f"  {kind} border: ").append(self._areas(scene, ids)))
            for strait in scene.data.straits:
                if province.id in (strait.a, strait.b):
                    beyond = strait.b if province.id == strait.a else strait.a
                    told = Text("  strait: ").append(self._areas(scene, [beyond]))
                    told.append(f", with a die more for the defender unless own ships lie in {strait.sea_zone}")
                    self.console.print(told)
            seas = [zone.id for zone in scene.data.sea_zones if province.id in zone.touches]
        else:
            zone = scene.data.sea_zones[area - NUM_PROVINCES]
            self.console.print(Text("  shores: ").append(self._areas(scene, zone.touches)))
            for strait in scene.data.straits:
                if zone.id == strait.sea_zone:
                    self.console.print(f"  strait: own ships here open the way between {strait.a} and {strait.b}")
            seas = list(zone.adjacent)
        if seas:
            self.console.print(Text("  sea: ").append(self._areas(scene, seas)))
        if PLACE + area in self.preview().legal and state.phase == MILITARY:
            self.console.print(Text(f"  {self._prospect(state, area)}"))

    def _areas(self, scene: Scene, ids: Sequence[str]) -> Text:
        return Text(", ").join(draw_area(scene, AREA_IDS.index(name)) for name in ids)

    def _odds(self, args: Sequence[str]) -> None:
        preview = self.preview()
        if preview.state.phase not in (MILITARY, REVOLT):
            raise GameError("odds are for military actions, and none are going on")
        areas = [action - PLACE for action in preview.legal if PLACE <= action < YIELD]
        if args:
            area = self._area(args, "odds kaga")
            if area not in areas:
                raise GameError(f"no counter can go to {AREA_IDS[area]} now; moves lists where one can")
            areas = [area]
        found = [(area, look_at_attack(preview.state, area)) for area in areas]
        fights = [(area, attack) for area, attack in found if attack is not None]
        fights = [(area, attack) for area, attack in fights if not self._stands_in(preview.state, area)]
        if not fights or preview.state.phase == REVOLT:
            for area in areas:
                self.console.print(Text(self._prospect(preview.state, area)))
            return
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        for heading in ("attack on", "held by", "your dice", "theirs", "you take it", "nobody is left"):
            table.add_column(heading, justify="left" if heading in ("attack on", "held by") else "right")
        for area, attack in sorted(fights, key=lambda fight: -fight[1].takes):
            castle = " +1" if attack.castle else ""
            table.add_row(
                AREA_IDS[area],
                f"{attack.defending} {attack.defenders}",
                str(attack.attacker_dice),
                f"{attack.defender_dice}{castle}",
                f"{attack.takes:.0%}",
                f"{attack.empties:.0%}",
            )
        self.console.print(table)

    def _area(self, args: Sequence[str], example: str) -> int:
        name = args[0].strip().lower() if args else ""
        if name not in AREA_IDS:
            raise GameError(f"there is no province or sea zone {name[:20]!r}; name one, such as: {example}")
        return AREA_IDS.index(name)

    # --- what is shown

    def open(self) -> None:
        """The whole map when a turn begins, and what is to be decided."""
        state = self.table.state
        now = (int(state.epoch), int(state.order) if state.phase != GIVING else -1)
        preview = self.preview()
        if self.session.shown_for != now:
            self.session.shown_for = now
            scene = self._scene()
            self.session.show_what_fits(scene)
            self.console.print()
            playable = [action - EVENT for action in preview.legal if EVENT <= action < REGION]
            if playable:
                self.console.print("Events that you can play now; hand shows all that you hold:")
                self.console.print(draw_cards(scene, playable, playable))
        if state.phase == GIVING:
            self.console.print(f"You drew: {tell_daimyo(self.session.teller.data.daimyo[int(state.drawn)])}")
        if state.phase == BEFORE:
            card = self.session.teller.data.daimyo[int(state.card[state.colour])]
            self.console.print(f"Your daimyo: {tell_daimyo(card)}")
        self.console.print(Text(f"{COLOURS[state.colour]}, it is your turn: {self._ask(preview)}.", "bold"))

    def prompt(self) -> str:
        """The colour, and what is staged."""
        staged = f" [{' '.join(self.staged)}]" if self.staged else ""
        return f"{COLOURS[self.table.state.colour]}{staged}> "

    def show_staged(self, preview: Preview) -> None:
        """What would happen, with the odds where dice would be rolled."""
        if not self.staged:
            self.console.print(f"Nothing is decided yet: {self._ask(preview)}.")
            return
        if preview.state.phase in (FIGHTING, RAID):
            self._show_odds(preview)
            self.console.print("Enter rolls the dice, undo takes back.")
        elif preview.is_whole:
            self.console.print("Enter confirms, undo takes back.")
        else:
            self.console.print(f"{self._ask(preview).capitalize()}.")

    def _show_odds(self, preview: Preview) -> None:
        """The odds of the fight that the staged moves lead to, if they do."""
        if preview.state.phase == FIGHTING:
            before = self.table.preview(self.seat, " ".join(self.staged[:-1])).state
            self.console.print(Text(self._prospect(before, int(preview.state.target))))

    def _ask(self, preview: Preview) -> str:
        """What the person is to type."""
        state, legal = preview.state, preview.legal
        example = self._example(legal)
        if state.phase == GIVING:
            others = " ".join(self.rules.format([action]) for action in legal)
            return f"{'keep the card or give it' if KEEP in legal else 'give the card'} away, one of: {others}"
        if state.phase == BEFORE:
            cards = [self.rules.format([action]) for action in legal if action >= EVENT]
            return f"play an event ({' '.join(cards)}) or say ready" if cards else "say ready to begin"
        if state.phase == STARTING:
            cards = [self.rules.format([action]) for action in legal if action >= EVENT]
            where = example if len(legal) - len(cards) == 1 else f"any province, such as {example}"
            first = f"place the first counter in {where}"
            return f"{first}, or play an event before that ({' '.join(cards)})" if cards else first
        if state.phase == MILITARY and state.left:
            counters = f"{int(state.left)} counter{'s' if state.left > 1 else ''}"
            return f"place {counters}, such as {example}, or build a castle; odds and hint help"
        if state.phase == MILITARY:
            return "all counters are placed: say end"
        if state.phase == CAPITAL_PHASE:
            return f"found your capital, such as {self.rules.format(legal[-1:])}, or say capital:none"
        if state.phase == AFTER:
            return "play an event after the epoch, or say end"
        if state.phase == FAMINE:
            return f"name the region that is struck, such as {example}"
        if state.phase == REVOLT:
            return f"name the province of the revolt, such as {example}"
        return "press Enter to confirm"

    def _example(self, legal: Sequence[Action]) -> str:
        return self.rules.format(legal[:1]) if legal else "end"

    def _prospect(self, state: State, area: int) -> str:
        """What a counter in an area would meet."""
        name = AREA_IDS[area]
        if state.phase == REVOLT and (revolt := look_at_attack(state, area)) is not None:
            return f"{name}: the rebels have {describe_attack(revolt).replace('you take', 'they take')}"
        attack = None if self._stands_in(state, area) else look_at_attack(state, area)
        if attack is None:
            return f"{name}: nobody stands there" if state.owner[area] == NOBODY else f"{name}: no fight"
        return f"{name}: {describe_attack(attack)}"

    def _stands_in(self, state: State, area: int) -> bool:
        """Whether own current counters stand in an area, so that another one meets no enemy there."""
        return bool(holds_current_in(array_of(state), area, int(state.colour)))

    # --- where the turn stands

    def _scene(self) -> Scene:
        """What the person sees with the staged moves; what dice would bring is not looked at."""
        return self.session.scene(self.preview().state)


def describe_attack(attack: Attack) -> str:
    """The odds of an attack in a sentence.

    >>> describe_attack(Attack(2, 1, 1, 2, "blue", 0.2, 0.1))
    '2 dice against 1 and a castle, 2 counters of blue; you take it 20 %, nobody is left 10 %, it is held 70 %'
    """
    dice = f"{attack.attacker_dice} {'die' if attack.attacker_dice == 1 else 'dice'}"
    castle = " and a castle" if attack.castle else ""
    counters = f"{attack.defenders} counter{'s' if attack.defenders > 1 else ''} of {attack.defending}"
    held = 1 - attack.takes - attack.empties
    return (
        f"{dice} against {attack.defender_dice}{castle}, {counters}; you take it {attack.takes * 100:.0f} %, "
        f"nobody is left {attack.empties * 100:.0f} %, it is held {held * 100:.0f} %"
    )
