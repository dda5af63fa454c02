"""What a person can type in History of the Samurai, and what the map shows."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from tenka.history.terminal.board import Signs
from tenka.terminal.look import print_sections

GOAL = (
    "Seven epochs. In each you lead another daimyo: place his counters one by one, beginning in his province "
    "and going on from there; where others stand you fight. At the end of your turn regions, centres, capitals, cities "
    "and sea zones bring points, for the past counters of earlier epochs too. Most points win."
)


def print_help(console: Console, signs: Signs) -> None:
    """The help page."""
    console.print(Text("The game", "bold"))
    console.print(GOAL)
    console.print()
    buildings = f"{signs.castle} {signs.capital} {signs.city} {signs.market}"
    sections = {
        "Your turn": {
            "ready": "no more events before the turn; your military actions begin",
            "kaga": "place a counter in Kaga, and fight who stands there; several moves fit on one line",
            "kaga:own": "the same, and your own past counters there give way without a roll",
            "castle:kaga": "build a castle instead of placing a counter",
            "e31": "play the event card 31",
            "end": "your military actions are over",
            "capital:settsu": "found your capital; capital:none for none",
            "keep, blue": "keep the daimyo card you drew, or give it to blue",
            "region:kinki": "the region that an event strikes",
            "undo, reset": "take back the last move, or all that is not confirmed",
            "Enter, done": "confirm; where you attack, this rolls the dice",
        },
        "Questions": {
            "hint": "what the player 'greedy' would do here",
            "odds, odds kaga": "your chances in every fight that you could begin now, or in one",
            "moves": "every legal move",
            "look kaga": "a province or sea zone with its neighbours",
            "card taira": "a card or place, with where each value comes from: also card e31, card kaga",
            "map, players, hand": "the map again, the players, your event cards",
            "log": "what has happened so far",
            "save, save FILE": "save now (every turn is saved anyway), or a copy elsewhere",
            "quit": "leave; the game is saved and can be continued",
        },
        "The map": {
            f"3  3{signs.now}": "three past counters, behind the crest of their player; three current ones: two dice",
            buildings: "castle, capital (2 points), city (1), Sakai or Hakata (1)",
            f"{signs.empty} {signs.fresh}": "nobody stands there; changed since your last decision",
            "base 2": "what presence in the region is worth in this epoch; influence (3 provinces) x2, dominance (more "
            "than half) x3, control (all) x4, supremacy (all, with current counters) x5",
        },
    }
    print_sections(console, sections, 18)
