"""Drawings become pictures, in a process of the bots: the library that paints them holds Python's lock for a tenth of a
second, in which nobody at this server would be served."""

from __future__ import annotations

from resvg_py import svg_to_bytes


def paint(drawing: str) -> bytes:
    """A drawing in SVG as a PNG."""
    return bytes(svg_to_bytes(svg_string=drawing, skip_system_fonts=True))
