"""What is different between two positions, as JSON merge patches (RFC 7396)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MISSING = object()


def patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON merge patch that makes one position another. Null stands for removal, and where null is a value it
    replaces what was there, which comes to the same for the page.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 4}, "e": 5})
    {'b': {'c': 4, 'd': None}, 'e': 5}
    """
    changes: dict[str, Any] = {}
    for name, value in after.items():
        old = before.get(name, _MISSING)
        if old is value or old == value:
            continue
        changes[name] = patch(old, value) if type(old) is dict and type(value) is dict else value
    if not before.keys() <= after.keys():
        changes |= dict.fromkeys(before.keys() - after.keys())
    return changes


def merge_patch(target: Any, changes: Any) -> Any:
    """What a page makes of changes, as in RFC 7396, except that it keeps null where the position has it anyway.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4, "d": None}, "e": 5})
    {'a': 1, 'b': {'c': 4}, 'e': 5}
    """
    if not isinstance(changes, dict):
        return changes
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in changes.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge_patch(merged.get(name), value)
    return merged
