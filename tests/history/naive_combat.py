"""Military actions of the naive engine: where counters may go, dice, fights (chapters 3.2, 5 and 6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.history.naive_cards import DAIMYO, LAND, REGIONS, SEA, STRAITS, Army, Fight, Leader, best_die, effect
from tests.history.naive_map import NaiveMap


class NaiveCombat(NaiveMap):
    """The daimyo who acts, with what cards lend him, and the fight that goes on."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.stage = ""
        self.cards: dict[str, str] = {}
        """By colour: its daimyo of this epoch."""
        self.stack: set[str] = set()
        """The daimyo cards of this epoch that nobody has drawn."""
        self.leader: Leader | None = None
        self.left = 0
        self.raids: list[str] = []
        """The provinces that foreigners still attack, one entry an attack."""
        self.raid_dice = 0
        self.forget_help()

    def forget_help(self) -> None:
        """§7(1): help lasts for that daimyo's turn."""
        self.kill_points = 0
        self.ignores_terrain = False
        self.bonus_dice = 0
        self.bonus_combats = 0
        self.auto_wins = 0
        self.auto_area: str | None = None
        self.free_castles = 0
        self.paid: set[str] = set()

    def is_off_map(self) -> bool:
        """§9.2(4): Ashikaga with four players."""
        start = effect(self.leader.card, "off_map_start") if self.leader else None
        return start is not None and start["players"] == self.persons

    @property
    def before_first(self) -> bool:
        """Whether who acts has yet to place his first counter."""
        assert self.leader
        return self.left == self.leader.strength and not self.is_off_map()

    def special(self, kind: str) -> dict[str, Any] | None:
        """A special rule of the daimyo who acts."""
        assert self.leader
        return None if self.leader.is_lesser else effect(self.leader.card, kind)

    def may_place(self, area: str) -> bool:
        assert self.leader
        if area in SEA and not self.leader.navy:
            return False
        if self.stands(area):
            if self.armies[area].count >= (3 if area in LAND else 2):  # §4.1
                return False
            uprising = self.special("uprising")
            return uprising is None or area in uprising["provinces"]
        return bool(self.ways(area))

    def ways(self, area: str) -> list[bool]:
        """The ways that a new counter could come to an area; each: whether the defender gets a die for terrain."""
        assert self.leader
        uprising = self.special("uprising")
        if uprising:
            return [False] if area in uprising["provinces"] else []
        found = []
        if area in LAND:
            for other, kind in self.borders(area).items():
                if self.stands(other):
                    found.append(self.is_defensive(kind))
            found += [True for zone in self.sea if self.stands(zone) and area in SEA[zone]["touches"]]  # §5.2(1)
            far = self.special("place_far")
            if far and not found:  # §6.3
                homes = {LAND[name]["landmass"] for name in self.land if self.stands(name)}
                if far["scope"] == "any_province" or LAND[area]["landmass"] in homes:
                    found.append(True)
        else:
            found += [False for name in SEA[area]["touches"] if self.stands(name)]
            found += [
                False
                for zone in self.sea
                if self.stands(zone) and (zone in SEA[area]["adjacent"] or area in SEA[zone]["adjacent"])
            ]
        if self.is_off_map() and area in self.leader.card["effects"][0]["via"]:
            found.append(area in LAND and self.is_defensive("strait"))
        return found

    def is_defensive(self, kind: str) -> bool:
        """§1.3(4): the strait is not, for somebody with ships in West Seto."""
        if kind == "strait":
            return not self.stands(STRAITS[0]["cancelled_by_sea_zone"])
        return kind == "defensive"

    def place(self, move: str) -> None:
        area = move.removesuffix(":own")
        self.left -= 1
        if self.stands(area):
            self.put(area, 1, current=True)
            return
        if move.endswith(":own"):  # §5.3
            self.happened["own past gave way"] += 1
            self.win_all(area)
        if area not in self.armies:
            self.put(area, 1, current=True)
            self.took(area)
            return
        self.happened["fought own past"] += self.own_past(area)
        self.happened["came by sea"] += area in LAND and not any(self.stands(other) for other in self.borders(area))
        self.attack(Fight(area, 1, all(self.ways(area)) and not self.ignores_terrain))

    def took(self, area: str) -> None:
        """§8.2(3): points of a daimyo for being somewhere, once each."""
        points = self.special("vp_sea") if area in SEA else self.special("vp_take")
        if points and area not in self.paid and (area in SEA or area in points["provinces"]):
            self.paid.add(area)
            self.points[self.colour] += points["vp"]
            self.happened["points of a daimyo"] += 1

    def attack(self, fight: Fight) -> None:
        self.fight = fight
        self.raised[self.colour] += fight.attackers
        self.stage = "fighting"
        self.use_betrayal()

    def use_betrayal(self) -> None:
        """Combats that a card wins without a roll."""
        fight = self.fight
        while self.auto_wins and self.auto_area in (None, fight.area) and self.stage == "fighting":
            self.auto_wins -= 1
            self.auto_area = fight.area
            self.happened["betrayal"] += 1
            self.kill(fight.area)
            if fight.area not in self.armies:
                self.conquer(automatic=True)

    def kill(self, area: str) -> None:
        """A defender is removed in combat."""
        if self.armies[area].colour != self.colour:
            self.points[self.colour] += self.kill_points
            self.happened["kill points"] += self.kill_points > 0
        self.remove(area, 1)

    def win_all(self, area: str) -> None:
        """§5.3: an automatic victory over all who stand there; it counts as combat for §5.4."""
        while area in self.armies:
            self.kill(area)
        self.sack(area)

    def conquer(self, automatic: bool) -> None:
        """The last defender was removed; whoever is left of the attackers has the area."""
        fight = self.fight
        if fight.attackers:
            if fight.area in self.castles and not automatic:  # §8.2(1)
                self.points[self.colour] += 1
                self.happened["castle taken"] += 1
            self.sack(fight.area)
            self.armies[fight.area] = Army(self.colour, not fight.is_revolt, fight.attackers)
            if not fight.is_revolt:
                self.took(fight.area)
        else:
            self.happened["emptied by a draw"] += 1
            self.sack(fight.area)
        self.after_fight()

    def after_fight(self) -> None:
        self.stage = "military"
        assert self.leader
        if self.before_first:
            self.stage = "starting"

    def dice(self) -> tuple[int, int, int]:
        """§5.1, §5.2: the attacker's dice, the defender's, and what a castle adds."""
        if self.stage == "raid":
            return self.raid_dice, 1, int(self.raids[0] in self.castles)
        fight = self.fight
        army = self.armies[fight.area]
        attacker = defender = 2
        if not army.current:
            defender = 1
        attackers_three = self.special("combat_dice")
        defenders_three = effect(DAIMYO[self.cards[army.colour]], "combat_dice") if army.current else None
        if attackers_three and defenders_three:
            self.happened["three against three"] += 1
        elif attackers_three:
            attacker = attackers_three["dice"]
        elif defenders_three:
            defender = defenders_three["dice"]
        uprising = self.special("uprising")
        if uprising:
            attacker = uprising["attack_dice"]
        if self.bonus_combats:
            attacker += self.bonus_dice
        if self.is_weak_at(fight.area):
            attacker = max(1, attacker - 1)
        if fight.terrain:
            defender += 1
        return attacker, defender, int(fight.area in self.castles)

    def is_weak_at(self, area: str) -> bool:
        """§6.2: a regional daimyo abroad, without supremacy at home."""
        assert self.leader
        if not self.leader.regional or area in SEA:
            return False
        home = LAND[self.leader.initial[0]]["region"]
        if LAND[area]["region"] == home:
            return False
        return not all(self.stands(name) for name in REGIONS[home]["provinces"])

    def chances(self) -> dict[str, Fraction]:
        """Where chance decides: the probability of every outcome, counted over all throws."""
        if self.stage == "drawing":
            return {card: Fraction(1, len(self.stack)) for card in self.stack}
        attacker, defender, _ = self.dice()
        return {
            f"{a}-{b}": chance * chance_2
            for a, chance in best_die(attacker).items()
            for b, chance_2 in best_die(defender).items()
        }

    def play_fighting(self, move: str) -> None:
        attacker, defender = (int(die) for die in move.split("-"))
        fight = self.fight
        castle = self.dice()[2]
        if self.bonus_combats:
            self.bonus_combats -= 1
            self.happened["more dice"] += 1
        if attacker <= defender + castle:
            fight.attackers -= 1
            self.lost[self.colour] += 1
        if attacker >= defender + castle:
            self.kill(fight.area)
        if fight.area not in self.armies:
            self.conquer(automatic=False)
        elif not fight.attackers:
            self.after_fight()
        else:
            self.use_betrayal()
