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
        "farmer": (12.71, 26.2),
        "ashigaru": (11.45, 26.3),
        "bushi": (8.30, 20.7),
        "gokenin": (7.52, 21.3),
        "hatamoto": (6.31, 19.3),
        "karo": (6.31, 23.5),
        "daimyo": (4.56, 18.4),
        "shogun": (4.19, 17.5),
        "kanpaku": (0.58, 4.6),
    },
}
"""By number of players and level: the mean loss of a decision in hundredths of par, as reviews see it, and how much a
single decision deviates from it. From 91 games between neighbours each, as benchmarks/results/review.md says: where
these were in the wrong order they share their mean, so that the curve falls.
"""
