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
        "farmer": (14.10, 27.5),
        "ashigaru": (10.10, 24.4),
        "bushi": (9.87, 23.4),
        "gokenin": (7.64, 19.2),
        "hatamoto": (5.91, 15.6),
        "karo": (5.91, 22.2),
        "daimyo": (5.91, 25.2),
        "shogun": (5.77, 22.3),
        "kanpaku": (0.25, 2.8),
    },
}
"""By number of players and level: the mean loss of a decision in hundredths of par, as reviews see it, and how much a
single decision deviates from it. From games between neighbours, as benchmarks/results/review.md says: where these were
in the wrong order they share their mean, so that the curve falls. Of 26 games a pair; ``hatamoto`` to ``shogun`` cannot
be told apart by so few.
"""
