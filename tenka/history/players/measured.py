"""How often levels of History of the Samurai have won, as benchmarks/results/levels-history.md says."""

from __future__ import annotations

MEASURED = {
    2: {
        "ashigaru": ("farmer", 0.772),
        "bushi": ("ashigaru", 0.748),
        "gokenin": ("bushi", 0.778),
        "hatamoto": ("gokenin", 0.78),
        "karo": ("hatamoto", 0.765),
        "shogun": ("karo", 0.646),
    },
    5: {
        "ashigaru": ("farmer", 0.385),
        "bushi": ("ashigaru", 0.35),
        "gokenin": ("bushi", 0.435),
        "hatamoto": ("gokenin", 0.37),
        "karo": ("hatamoto", 0.271),
        "shogun": ("karo", 0.32),
    },
}
"""By number of players and level: against whom, in all other seats, and which share of the games it won."""
