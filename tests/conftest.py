"""Hypothesis: few examples for work, many for everything; no deadline, because the first call compiles."""

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("full", max_examples=200, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
