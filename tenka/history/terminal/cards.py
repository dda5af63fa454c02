"""Cards of History of the Samurai in whole sentences, for who has never held them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.history.data import Daimyo, Event
from tenka.terminal.look import join

TIMES = {
    "before": "before your military actions",
    "during": "during your military actions",
    "after_epoch": "after the last turn of the epoch",
}


def tell_daimyo(card: Daimyo) -> str:
    """A daimyo card: who he is, where he begins, and what is special about him."""
    counters = "1 counter" if card.strength == 1 else f"{card.strength} counters"
    where = join(card.initial) if card.initial else "any province that you like"
    sentences = [f"{card.name} has {counters} and begins in {where}."]
    if card.navy:
        sentences.append("He has a navy: his counters can go to sea, and over it.")
    if card.regional:
        sentences.append(
            "He is regional: attacking other regions he rolls a die fewer, unless current counters hold all of his own."
        )
    kinds = {effect["kind"] for effect in card.effects}
    if card.capital:
        sentences.append(f"His capital is {card.capital}; founded elsewhere, it scores from the next epoch on only.")
    elif "no_settlement" in kinds:
        sentences.append("He founds neither a capital nor a city.")
    else:
        sentences.append("He founds no capital; there will be a city where he begins.")
    sentences += [told for effect in card.effects if (told := _tell_effect(effect))]
    return " ".join(sentences)


def _tell_effect(effect: Mapping[str, Any]) -> str:
    """What is special; nothing where another sentence says it already."""
    match effect["kind"]:
        case "combat_dice":
            return f"He rolls {effect['dice']} dice in combat, and not two."
        case "extra_initial":
            return f"One of his counters may begin in {effect['province']}, and wins there without a roll."
        case "off_map_start":
            doors = " or ".join(effect["via"])
            return f"With {effect['players']} players he begins off the map, and enters by {doors}."
        case "place_far" if effect["scope"] == "any_province":
            return "His counters can be placed in any province; from afar, the defender has a die more."
        case "place_far":
            return "His counters can go all over an island where he stands; from afar, the defender has a die more."
        case "stays_current_until":
            return f"His counters stay current until the turn of {effect['clan'].capitalize()} is over."
        case "uprising":
            dice = "one die" if effect["attack_dice"] == 1 else f"{effect['attack_dice']} dice"
            return (
                f"It rises only in {join(effect['provinces'])}, which need not be adjacent; it attacks with {dice}, "
                f"and no terrain counts. Afterwards {effect['keep_each']} counters each stay in "
                f"{join(effect['keep_provinces'])}, and the others go."
            )
        case "vp_sea":
            return f"Every sea zone that he takes brings {_points(effect['vp'])} at once."
        case "vp_take":
            each = " each" if len(effect["provinces"]) > 1 else ""
            return f"Taking {join(effect['provinces'])} brings {_points(effect['vp'])}{each} at once."
    return ""


def tell_event(card: Event) -> str:
    """When an event card can be played, and what it does.

    The epochs of a card follow one another.
    """
    first, last = card.epochs[0], card.epochs[-1]
    epochs = f"epoch {first}" if first == last else f"epochs {first} to {last}"
    return f"In {epochs}, {TIMES[card.timing]}. {card.text}"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
