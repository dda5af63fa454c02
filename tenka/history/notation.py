"""Actions as texts and back.

==================  ==================================================================
``keep``, ``blue``  keep the daimyo card that was drawn, or give it to blue
``ready``           the events before the turn are over; military actions begin
``kaga``            place a counter there, and fight who is in the way
``kaga:own``        the same, and own past counters give way without a roll
``castle:kaga``     build a castle instead of placing a counter
``e31``             play event card 31
``region:kinki``    the region that an event strikes
``capital:settsu``  found the capital there; ``capital:none`` for none
``end``             military actions are over; after an epoch: no event (more)
``taira``           chance draws this daimyo card
``5-3``             chance rolls: the best die of the attacker, the best of the defender
==================  ==================================================================
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from tenka.game import Action, InvalidAction
from tenka.history.actions import (
    CAPITAL,
    CASTLE,
    DRAW,
    END,
    EVENT,
    GIVE,
    KEEP,
    NO_CAPITAL,
    NUM_ACTIONS,
    PLACE,
    READY,
    REGION,
    ROLL,
    YIELD,
    roll_action,
)
from tenka.history.cards import COLOURS, NUM_EVENTS
from tenka.history.reading import standard

PROVINCE_IDS = tuple(province.id for province in standard().provinces)
AREA_IDS = (*PROVINCE_IDS, *(zone.id for zone in standard().sea_zones))
REGION_IDS = tuple(region.id for region in standard().regions)
DAIMYO_IDS = tuple(card.id for card in standard().daimyo)

END_WORD, READY_WORD, KEEP_WORD, NONE_WORD = "end", "ready", "keep", "capital:none"
OWN = ":own"

_WORDS = {END_WORD: END, "pass": END, READY_WORD: READY, KEEP_WORD: KEEP, NONE_WORD: NO_CAPITAL}
_AREAS = {name: area for area, name in enumerate(AREA_IDS)}
_REGIONS = {name: region for region, name in enumerate(REGION_IDS)}
_TOKENS: dict[str, Action] = {
    **_WORDS,
    **{colour: GIVE + index for index, colour in enumerate(COLOURS)},
    **{name: PLACE + area for name, area in _AREAS.items()},
    **{name + OWN: YIELD + area for name, area in _AREAS.items()},
    **{f"castle:{name}": CASTLE + area for area, name in enumerate(PROVINCE_IDS)},
    **{f"capital:{name}": CAPITAL + area for area, name in enumerate(PROVINCE_IDS)},
    **{f"e{number + 1}": EVENT + number for number in range(NUM_EVENTS)},
    **{f"region:{name}": REGION + region for name, region in _REGIONS.items()},
    **{name: DRAW + card for card, name in enumerate(DAIMYO_IDS)},
    **{f"{a}-{b}": roll_action(a, b) for a in range(1, 7) for b in range(1, 7)},
}
_TEXTS = {action: token for token, action in _TOKENS.items() if token != "pass"}
assert sorted(_TEXTS) == list(range(NUM_ACTIONS)), "every action has one text"


def parse_actions(text: str) -> list[Action]:
    """The actions of a text, in any position; raises InvalidAction.

    >>> format_actions(parse_actions("E31  Kaga kaga:own 5-3"))
    'e31 kaga kaga:own 5-3'
    """
    return [_parse_token(token) for token in text.lower().replace(",", " ").split()]


def _parse_token(token: str) -> Action:
    if token in _TOKENS:
        return _TOKENS[token]
    raise InvalidAction(_why_no_token(token[:40]))


def _why_no_token(token: str) -> str:
    if re.fullmatch(r"e\d+", token):
        return f"there is no event card {token[1:]}; they are e1 to e{NUM_EVENTS}"
    if re.fullmatch(r"\d+-\d+", token):
        return f"{token} is no roll: the best dice of both sides are 1 to 6, as in 5-3"
    similar = difflib.get_close_matches(token, _TOKENS, n=1, cutoff=0.75)
    hint = f"; did you mean {similar[0]}?" if similar else ", such as kaga, castle:kaga, e31, ready or end"
    return f"{token!r} is not a move{hint}"


def format_actions(actions: Sequence[Action]) -> str:
    """The texts of actions.

    >>> format_actions([READY, END])
    'ready end'
    """
    return " ".join(_format_action(action) for action in actions)


def _format_action(action: Action) -> str:
    if action not in _TEXTS:
        raise InvalidAction(f"there is no action {action}; actions are 0 to {NUM_ACTIONS - 1}")
    return _TEXTS[action]


def roll_of(action: Action) -> tuple[int, int]:
    """The best die of the attacker and of the defender in an action of chance."""
    attacker, defender = divmod(action - ROLL, 6)
    return attacker + 1, defender + 1
