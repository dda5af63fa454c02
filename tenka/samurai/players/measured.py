"""How often levels of Samurai have won, as benchmarks/results/levels.md and neural.md say; and their error rates."""

from __future__ import annotations

MEASURED = {
    2: {
        "ashigaru": ("farmer", 0.715),
        "bushi": ("ashigaru", 0.755),
        "gokenin": ("bushi", 0.72),
        "hatamoto": ("gokenin", 0.652),
        "karo": ("hatamoto", 0.748),
        "daimyo": ("karo", 0.752),
        "shogun": ("daimyo", 0.772),
        "kanpaku": ("karo", 0.979),
    },
    3: {
        "ashigaru": ("farmer", 0.675),
        "bushi": ("ashigaru", 0.704),
        "gokenin": ("bushi", 0.607),
        "hatamoto": ("gokenin", 0.532),
        "karo": ("hatamoto", 0.557),
        "daimyo": ("karo", 0.633),
        "shogun": ("daimyo", 0.553),
        "kanpaku": ("karo", 0.784),
    },
    4: {
        "ashigaru": ("farmer", 0.575),
        "bushi": ("ashigaru", 0.562),
        "gokenin": ("bushi", 0.525),
        "hatamoto": ("gokenin", 0.379),
        "karo": ("hatamoto", 0.432),
        "daimyo": ("karo", 0.398),
        "shogun": ("daimyo", 0.399),
        "kanpaku": ("karo", 0.611),
    },
}
"""By number of players and level: against whom, in all other seats, and which share of the games it won.

``karo`` decides as ``greedy`` does and ``kanpaku`` as ``policy``, by whose names they were measured. Nobody has
measured ``tenkabito``.
"""

ERROR_RATES = {
    2: {
        "farmer": (19.21, 33.8),
        "ashigaru": (17.83, 31.8),
        "bushi": (14.89, 29.0),
        "gokenin": (12.15, 26.4),
        "hatamoto": (10.32, 24.0),
        "karo": (8.38, 19.3),
        "daimyo": (6.97, 18.6),
        "shogun": (6.60, 19.7),
        "kanpaku": (3.35, 12.1),
    },
}
"""By number of players and level: the mean loss of a decision in hundredths of par, as reviews see it, and how much a
single decision deviates from it, while the game was open. From 200 games between neighbours each, as
benchmarks/results/review.md says.
"""
