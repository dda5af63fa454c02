"""Samurai, in short."""

from __future__ import annotations

from tenka.title import Option, Title

TITLE = Title(
    name="Samurai",
    author="Knizia",
    players=(2, 3, 4),
    options=(
        Option("edition", "Whose rules and words: the 2015 rules unless told.", ("2015", "1998", "sheet")),
        Option("hands", "Whether players choose their first tiles.", ("chosen", "random")),
        Option("pieces", "Whether players place the pieces.", ("placed", "random")),
        Option("basic", "Hands and pieces at random.", means={"hands": "random", "pieces": "random"}),
        Option("captures", "After the whole turn, or after every tile.", ("end", "once")),
        Option("captured", "Whether others see what you captured.", ("hidden", "open")),
        Option("switch_same", "Whether a switch may exchange equal pieces.", ("yes", "no")),
        Option("first", "Who begins.", ("red", "blue", "gold", "green", "random")),
    ),
    at_terminal={"hands": "random", "pieces": "random"},
    terminal_note="Basic set-up, at random; for the full one add: --hands chosen --pieces placed",
    max_decisions=600,
    main_total="pieces",
)
