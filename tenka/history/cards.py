"""How many things there are, and the words for them: provinces, cards, colours, effects.

The ids of provinces, sea zones, regions and daimyo are the same in every folder of data, and so is the number of each;
what they are worth and can do is in the data (see `tenka.history.reading`).
"""

from __future__ import annotations

COLOURS = ("red", "blue", "gold", "green", "purple", "teal")
MAX_COLOURS = len(COLOURS)

MIN_PLAYERS = 2
MAX_PLAYERS = 6

NUM_PROVINCES = 60
NUM_SEA_ZONES = 7
NUM_AREAS = NUM_PROVINCES + NUM_SEA_ZONES
"""Areas are numbered: first the provinces, then the sea zones."""
NUM_REGIONS = 9
NUM_EPOCHS = 7
NUM_ORDERS = 6
"""Each epoch has so many daimyo cards, with the turn orders 1 to this."""
NUM_DAIMYO = NUM_EPOCHS * NUM_ORDERS
NUM_GROUPS = 9
"""Colours of event cards; everybody gets one card of each."""
NUM_EVENTS = 6 * NUM_GROUPS

STACK_ON_LAND = 3
STACK_AT_SEA = 2
EVENTS_PER_EPOCH = 2
"""Before and during the turn together (§3.2, §7); cards for after the epoch are free."""

BEFORE_TURN, DURING_TURN, AFTER_EPOCH = range(3)
TIMINGS = ("before", "during", "after_epoch")

NORMAL_DICE = 2
"""Of a current daimyo (§5.1)."""
PAST_DICE = 1

NEXT_TO_HIM, SAME_LANDMASS, ANY_PROVINCE = range(3)
"""How far a daimyo may place: next to himself, or by §6.3."""
SCOPES = {"same_landmass": SAME_LANDMASS, "any_province": ANY_PROVINCE}

DAIMYO_EFFECTS: dict[str, frozenset[str]] = {
    "stays_current_until": frozenset({"clan"}),
    "combat_dice": frozenset({"dice"}),
    "place_far": frozenset({"scope"}),
    "extra_initial": frozenset({"province"}),
    "vp_take": frozenset({"provinces", "vp"}),
    "vp_sea": frozenset({"vp"}),
    "uprising": frozenset({"provinces", "attack_dice", "keep_provinces", "keep_each"}),
    "off_map_start": frozenset({"players", "via"}),
    "any_initial": frozenset(),
    "no_settlement": frozenset(),
}
"""Every effect of a daimyo card by its keyword, with what must be said about it."""

EVENT_EFFECTS: dict[str, frozenset[str]] = {
    "minor_daimyo": frozenset({"rank", "province", "strength", "navy"}),
    "revolt": frozenset({"counters"}),
    "auto_win": frozenset({"combats"}),
    "vp_per_kill": frozenset({"vp"}),
    "dice_bonus": frozenset({"dice", "combats"}),
    "ignore_terrain": frozenset(),
    "grant_navy": frozenset(),
    "extra_strength": frozenset({"counters"}),
    "free_castle": frozenset({"castles"}),
    "place_marker": frozenset({"marker", "province"}),
    "vp_now": frozenset({"vp"}),
    "vp_hold": frozenset({"provinces", "vp_each", "cap"}),
    "take_province": frozenset({"province", "counters"}),
    "attrition": frozenset({"provinces", "each"}),
    "attrition_region": frozenset({"regions", "each", "exclude"}),
    "foreign_attack": frozenset({"provinces", "attacks", "dice"}),
    "raze_castles": frozenset({"provinces"}),
}
"""Every effect of an event card by its keyword, with what must be said about it."""

EFFECT_TIMING: dict[str, str] = {
    "minor_daimyo": "before",
    "grant_navy": "before",
    "extra_strength": "before",
    "revolt": "during",
    "auto_win": "during",
    "vp_per_kill": "during",
    "dice_bonus": "during",
    "ignore_terrain": "during",
    "free_castle": "during",
    "take_province": "after_epoch",
    "attrition_region": "after_epoch",
    "foreign_attack": "after_epoch",
}
"""Effects that make sense at one time only; all others do at any."""

ASKING_EFFECTS = ("minor_daimyo", "revolt", "attrition_region", "foreign_attack")
"""Something else happens before play goes on: a card has at most one of these."""

MARKERS = ("sakai", "hakata")


def colours_of(players: int) -> int:
    """How many colours are in play: six for two and three persons (§9.3, §9.4), else one each."""
    return MAX_COLOURS if players in (2, 3) else players
