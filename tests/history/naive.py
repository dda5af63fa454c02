"""The rules of play once more: slow, in plain Python, read from the rule book paragraph by paragraph.

It shares nothing with the engine but the files of data, which it reads by itself, the names of the colours and the
words of the notation. Areas, cards and colours are their names, and every question is answered from scratch. What a
paragraph leaves open is read as `docs/rules-history.md` says.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.history.naive_cards import DAIMYO, EVENTS, LAND, REGIONS, Fight, Leader, effect
from tests.history.naive_combat import NaiveCombat

STAGES = (
    *("drawing", "giving", "before", "starting", "military", "revolt"),
    *("fighting", "capital", "after", "famine", "raid", "over"),
)


class NaiveGame(NaiveCombat):
    """A game in progress. `legal` names the moves of the stage, and `play` carries one out."""

    def __init__(self, players: int, hands: dict[str, list[str]]) -> None:
        super().__init__(players)
        self.events_in_play = [name for name, card in EVENTS.items() if not (players == 4 and card.get("not_in_4p"))]
        self.hands = {colour: set(hands[colour]) for colour in self.colours}
        self.played: dict[str, list[str]] = {colour: [] for colour in self.colours}
        self.strength = Counter(dict.fromkeys(self.colours, 0))
        self.last_order = dict.fromkeys(self.colours, 0)
        self.begin_epoch(1)

    # --- daimyo (§3.1)

    def begin_epoch(self, epoch: int) -> None:
        self.epoch = epoch
        self.cards = {}
        self.used = Counter(dict.fromkeys(self.colours, 0))
        self.stack = {name for name, card in DAIMYO.items() if card["epoch"] == epoch and self.takes_part(card)}
        self.order = 0
        if epoch == 1:
            self.to_draw = list(self.colours)
        else:
            self.to_draw = sorted(
                self.colours,
                key=lambda colour: (
                    self.strength[colour],
                    self.points[colour],
                    -len(self.played[colour]),
                    self.last_order[colour],
                ),
            )
        self.next_draw()

    def takes_part(self, card: dict[str, Any]) -> bool:
        if self.persons == 4 and card.get("not_in_4p"):
            return False
        return "players" not in card or self.persons in card["players"]

    def next_draw(self) -> None:
        if self.to_draw:
            self.colour = self.to_draw.pop(0)
            self.stage = "drawing"
        else:
            self.next_turn()

    def receivers(self) -> set[str]:
        """§3.1(3), §9.3(2): who may get the card that was drawn."""
        found = set()
        without = [colour for colour in self.colours if colour not in self.cards]
        if self.colour in without:
            found.add("keep")
        others = {colour for colour in without if self.person(colour) != self.person(self.colour)}
        found |= others
        return found or {colour for colour in without if colour != self.colour}

    # --- turns (§3.2)

    def next_turn(self) -> None:
        """The next daimyo in order; one whom nobody has counts as done when he is skipped."""
        while self.order < 6:
            self.order += 1
            for colour, card in self.cards.items():
                if DAIMYO[card]["order"] == self.order:
                    self.colour = colour
                    self.stage = "before"
                    self.extra = 0
                    self.granted_navy = False
                    self.leader = None
                    self.forget_help()
                    return
            self.happened["skipped"] += 1
            self.is_done(self.order)
        self.end_epoch()

    def is_done(self, order: int) -> None:
        """A daimyo's turn is over: those who waited for that become past."""
        for colour, name in self.cards.items():
            stays = effect(DAIMYO[name], "stays_current_until")
            if stays and DAIMYO[name]["order"] < self.order and DAIMYO[stays["clan"]]["order"] == order:
                self.happened["stayed current"] += any(army.current for army in self.armies_of(colour).values())
                self.make_past(colour)

    def main_leader(self) -> Leader:
        card = DAIMYO[self.cards[self.colour]]
        initial = [name for name in card["initial"] if name != "any"]
        second = effect(card, "extra_initial")
        if second:
            initial.append(second["province"])
        return Leader(
            initial,
            card["strength"] + self.extra,
            card["navy"] or self.granted_navy,
            card["regional"],
            card,
            has_city=not card["capital"] and not effect(card, "no_settlement"),
        )

    def ready(self, leader: Leader) -> None:
        self.leader = leader
        self.left = leader.strength
        self.stage = "starting"
        if self.is_off_map():
            self.happened["off the map"] += 1
            self.stage = "military"

    def finish_military(self) -> None:
        """§3.2(3): military actions are done."""
        assert self.leader
        self.forget_help()
        if self.leader.is_lesser:  # §7(4): past as soon as his military actions are completed
            self.make_past(self.colour)
            self.leader = None
            self.stage = "before"
        elif self.leader.card["capital"] and self.capital_places():
            self.stage = "capital"
        else:
            self.score("")

    def score(self, capital: str) -> None:
        """§3.2(4) and (5). A capital that stands where the card says is founded before, any other one after."""
        card = DAIMYO[self.cards[self.colour]]
        in_place = capital == card["capital"]
        if capital and in_place:
            self.found_capital(capital)
            self.happened["capital in its place"] += 1
        self.points[self.colour] += self.turn_points(self.colour)
        if capital and not in_place:
            self.found_capital(capital)
            self.happened["capital elsewhere"] += 1
        self.strength[self.colour] += card["cumulative"]
        self.last_order[self.colour] = card["order"]
        uprising = effect(card, "uprising")
        if uprising:
            self.go_home(uprising)
        if not effect(card, "stays_current_until"):
            self.make_past(self.colour)
        self.leader = None
        self.is_done(self.order)
        self.next_turn()

    def go_home(self, uprising: dict[str, Any]) -> None:
        """The note on Honganji: only a few counters stay."""
        for area, army in self.armies_of(self.colour).items():
            if army.current:
                stay = uprising["keep_each"] if area in uprising["keep_provinces"] else 0
                self.happened["went home"] += 1
                self.remove(area, max(0, army.count - stay))

    def end_epoch(self) -> None:
        """§3.3: events after the epoch, asked for in the order of play."""
        for colour in self.colours:
            self.make_past(colour)
        self.to_ask = sorted(self.colours, key=lambda colour: DAIMYO[self.cards[colour]]["order"])
        self.ask_next()

    def ask_next(self) -> None:
        """Everybody is asked as long as a card for this moment may be in somebody's hand."""
        known = {name for names in self.played.values() for name in names}
        out_there = [
            name
            for name in self.events_in_play
            if EVENTS[name]["timing"] == "after_epoch" and self.epoch in EVENTS[name]["epochs"] and name not in known
        ]
        if out_there and self.to_ask:
            self.colour = self.to_ask.pop(0)
            self.stage = "after"
        elif self.epoch < 7:
            self.begin_epoch(self.epoch + 1)
        else:
            self.stage = "over"

    # --- what may be done

    def legal(self) -> set[str]:
        """Every legal move, as the notation writes it; for chance, every outcome."""
        assert self.stage in STAGES
        return getattr(self, f"legal_{self.stage}")()  # type: ignore[no-any-return]

    def legal_drawing(self) -> set[str]:
        return set(self.stack)

    def legal_giving(self) -> set[str]:
        return self.receivers()

    def legal_before(self) -> set[str]:
        return self.playable("before") | {"ready"}

    def legal_starting(self) -> set[str]:
        """The first counter goes to the initial province; cards may be played before that."""
        assert self.leader
        anywhere = effect(self.leader.card, "any_initial") and not self.leader.is_lesser
        places = set(self.land) if anywhere else {self.leader.initial[0]}
        return places | self.playable("during")

    def legal_military(self) -> set[str]:
        """§3.2(3): military actions are done when all counters are used, and they are used while they can be."""
        places = {area for area in [*self.land, *self.sea] if self.may_place(area)} if self.left else set()
        moves = places | {f"{area}:own" for area in places if self.own_past(area)}
        if self.left:
            moves |= {f"castle:{area}" for area in self.land if self.stands(area) and area not in self.castles}
        return (moves or {"end"}) | (self.playable("during") if self.left else set())

    def legal_revolt(self) -> set[str]:
        return self.revolt_places()

    def legal_fighting(self) -> set[str]:
        return {f"{a}-{b}" for a in range(1, 7) for b in range(1, 7)}

    legal_raid = legal_fighting

    def legal_capital(self) -> set[str]:
        return {f"capital:{area}" for area in self.capital_places()} | {"capital:none"}

    def legal_after(self) -> set[str]:
        return self.playable("after_epoch") | {"end"}

    def legal_famine(self) -> set[str]:
        famine = effect(EVENTS[self.striking], "attrition_region")
        assert famine
        regions = {LAND[name]["region"] for name in self.land} - set(famine["exclude"])
        if famine["regions"] != "any":
            regions &= set(famine["regions"])
        return {f"region:{name}" for name in regions}

    def legal_over(self) -> set[str]:
        return set()

    def playable(self, timing: str) -> set[str]:
        """§7: the cards in hand for this epoch and this moment; at most two an epoch, but for those after it."""
        if timing != "after_epoch" and self.used[self.colour] >= 2:
            return set()
        return {
            name
            for name in self.hands[self.colour]
            if EVENTS[name]["timing"] == timing
            and self.epoch in EVENTS[name]["epochs"]
            and (not effect(EVENTS[name], "revolt") or self.revolt_places())
        }

    # --- carrying out

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        getattr(self, f"play_{self.stage}")(move)

    def play_drawing(self, card: str) -> None:
        self.stack.remove(card)
        if self.epoch == 1:  # §3.1(1)
            self.cards[self.colour] = card
            self.next_draw()
        else:
            self.drawn = card
            self.stage = "giving"

    def play_giving(self, move: str) -> None:
        receiver = self.colour if move == "keep" else move
        if receiver != self.colour:
            own = self.person(receiver) == self.person(self.colour)
            self.happened["gave to himself" if own else "gave away"] += 1
        self.cards[receiver] = self.drawn
        self.next_draw()

    def play_before(self, move: str) -> None:
        if move == "ready":
            self.ready(self.main_leader())
        else:
            self.play_event(move)

    def play_starting(self, move: str) -> None:
        if move in EVENTS:
            self.play_event(move)
            return
        assert self.leader
        self.stage = "military"
        places = self.leader.initial or [move]
        for place in places:
            self.left -= 1
            if place in self.armies:
                self.happened["automatic victory in an initial province"] += 1
                self.win_all(place)
            self.put(place, 1, current=True)
            if place == places[0] and self.leader.has_city and place not in self.cities | self.capitals:
                self.cities.add(place)  # §4.2(3)
            self.took(place)

    def play_military(self, move: str) -> None:
        if move == "end":
            self.happened["no use for a counter"] += self.left > 0
            self.finish_military()
        elif move in EVENTS:
            self.play_event(move)
        elif move.startswith("castle:"):
            if self.free_castles:
                self.free_castles -= 1
                self.happened["free castle"] += 1
            else:
                self.left -= 1
                self.happened["castle"] += 1
            self.castles.add(move.removeprefix("castle:"))
        else:
            self.place(move)

    def play_capital(self, move: str) -> None:
        capital = move.removeprefix("capital:")
        self.score("" if capital == "none" else capital)

    def play_after(self, move: str) -> None:
        if move == "end":
            self.ask_next()
        else:
            self.play_event(move)

    def ask_again(self) -> None:
        """Who has played a card after the epoch may play another one."""
        self.to_ask.insert(0, self.colour)
        self.ask_next()

    # --- events (§7)

    def play_event(self, name: str) -> None:
        card = EVENTS[name]
        self.hands[self.colour].remove(name)
        self.played[self.colour].append(name)
        if card["timing"] != "after_epoch":
            self.used[self.colour] += 1
        self.striking = name
        for one in card["effects"]:
            self.happened[one["kind"]] += 1
            getattr(self, f"effect_{one['kind']}")(one)
        if self.stage == "after":
            self.ask_again()
        elif self.stage == "raid":
            self.next_raid()

    def effect_minor_daimyo(self, one: dict[str, Any]) -> None:
        self.ready(Leader([one["province"]], one["strength"], one["navy"], True, EVENTS[self.striking], is_lesser=True))

    def effect_revolt(self, one: dict[str, Any]) -> None:
        self.stage = "revolt"

    def play_revolt(self, area: str) -> None:
        revolt = effect(EVENTS[self.striking], "revolt")
        assert self.leader
        assert revolt
        fight = Fight(area, revolt["counters"], terrain=False, is_revolt=True)
        if area in self.leader.initial:  # §5.3
            self.happened["revolt in the initial province"] += 1
            self.fight = fight
            self.raised[self.colour] += fight.attackers
            while area in self.armies:
                self.kill(area)
            self.conquer(automatic=True)
        else:
            self.attack(fight)

    def effect_auto_win(self, one: dict[str, Any]) -> None:
        self.auto_wins = one["combats"]
        self.auto_area = None

    def effect_vp_per_kill(self, one: dict[str, Any]) -> None:
        self.kill_points = one["vp"]

    def effect_dice_bonus(self, one: dict[str, Any]) -> None:
        self.bonus_dice = one["dice"]
        self.bonus_combats = one["combats"]

    def effect_ignore_terrain(self, one: dict[str, Any]) -> None:
        self.ignores_terrain = True

    def effect_grant_navy(self, one: dict[str, Any]) -> None:
        self.granted_navy = True

    def effect_extra_strength(self, one: dict[str, Any]) -> None:
        self.extra += one["counters"]

    def effect_free_castle(self, one: dict[str, Any]) -> None:
        self.free_castles = one["castles"]

    def effect_place_marker(self, one: dict[str, Any]) -> None:
        if one["province"] in self.land:
            self.markers[one["marker"]] = one["province"]

    def effect_vp_now(self, one: dict[str, Any]) -> None:
        self.points[self.colour] += one["vp"]

    def effect_vp_hold(self, one: dict[str, Any]) -> None:
        held = [area for area in one["provinces"] if area in self.armies_of(self.colour)]
        self.points[self.colour] += min(one["cap"], one["vp_each"] * len(held))

    def effect_take_province(self, one: dict[str, Any]) -> None:
        if one["province"] in self.armies:
            self.remove(one["province"], self.armies[one["province"]].count)
        self.put(one["province"], one["counters"], current=False)

    def effect_attrition(self, one: dict[str, Any]) -> None:
        for area in one["provinces"]:
            if area in self.armies:
                self.remove(area, min(one["each"], self.armies[area].count))

    def effect_raze_castles(self, one: dict[str, Any]) -> None:
        self.castles -= set(one["provinces"])

    def effect_attrition_region(self, one: dict[str, Any]) -> None:
        self.stage = "famine"

    def play_famine(self, move: str) -> None:
        famine = effect(EVENTS[self.striking], "attrition_region")
        assert famine
        for area in REGIONS[move.removeprefix("region:")]["provinces"]:
            if area in self.armies and self.armies[area].count >= 2:
                self.remove(area, famine["each"])
                self.happened["famine took one"] += 1
        self.ask_again()

    def effect_foreign_attack(self, one: dict[str, Any]) -> None:
        struck = [area for area in LAND if area in one["provinces"]]  # in the order of the map; they do not meet
        self.raids = [area for area in struck for _ in range(one["attacks"])]
        self.raid_dice = one["dice"]
        self.stage = "raid"

    def next_raid(self) -> None:
        """Attacks on provinces where nobody stands are none."""
        while self.raids and self.raids[0] not in self.armies:
            self.raids.pop(0)
        if not self.raids:
            self.ask_again()

    def play_raid(self, move: str) -> None:
        attacker, defender = (int(die) for die in move.split("-"))
        area = self.raids[0]
        self.happened["raid"] += 1
        if attacker > defender + self.dice()[2]:
            self.remove(area, 1)
        self.raids.pop(0)
        self.next_raid()
