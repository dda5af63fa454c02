"""What a person can type, and what the board shows."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from tenka.samurai.terminal.board import FRESH_MARK, STAGED_MARK
from tenka.samurai.terminal.look import Look, Words
from tenka.terminal.look import print_sections

GOAL = (
    "Tiles around a settlement give you influence on its pieces. When all land next to it holds tiles, each piece goes "
    "to who has the most influence on its caste; on a tie it goes beside the board. You lead a caste with more pieces "
    "of it than anybody else; most leaderships win. The game ends when a caste is gone from the board, or with the "
    "fourth piece beside it."
)


def print_help(console: Console, look: Look, words: Words) -> None:
    """The help page."""
    console.print(Text("The game", "bold"))
    console.print(GOAL)
    console.print()
    buddha, rice, castle = words.castes
    fast = look.fast_mark
    sections = {
        "A turn": {
            "b4@n13": "play the tile b4 on the space n13; several moves fit on one line",
            "x:o10.b=l16.r": f"{words.switch}: the {buddha} of o10 and the {rice} of l16 change places",
            "m:n13>o15": f"{words.move}: your tile on n13 goes to o15, this one stays on n13",
            "b4": "where this tile can go",
            "undo, reset": "take back the last move, or all of this turn",
            "Enter, done": "confirm the turn; until then nothing is decided",
        },
        "Questions": {
            "hint": "what the player 'greedy' would do here",
            "moves, moves b4": "every legal move, or those of a tile",
            "board": "the board again",
            "influence": "all players' influence and the open spaces; also: influence o14",
            "unseen": "the tiles that each player has not played yet",
            "log": "what has happened so far",
            "save, save FILE": "save now (every turn is saved anyway), or a copy elsewhere",
            "quit": "leave; the game is saved and can be continued",
        },
        "The board": {
            "o14": "the name of a space stands below what lies there; its six neighbours touch it",
            "[b] [rc]": f"a settlement and its pieces: b {buddha}, r {rice}, c {castle}",
            f"{look.crests[0]}b4": "a tile of the player with this crest",
            f"{look.crests[0]}b4{FRESH_MARK}": "played since your last turn",
            f"{look.crests[0]}b4{STAGED_MARK}": "part of the turn that you have not confirmed yet",
            ".  ~": "empty land, empty sea",
        },
        "The tables": {
            f"n1{fast}": f"a {words.fast} tile: any number of them a turn, of the others only one",
            f"{look.crests[1]}2": "this player leads here by 2 (on a settlement: is shown by the letter's colour)",
            "=  -": "a tie; nobody has influence yet",
        },
    }
    print_sections(console, sections, 15)
