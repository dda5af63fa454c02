"""tenka (天下, "the realm"): two board games about feudal Japan, to play, to study and to train agents on."""

__version__ = "0.2.0"
DISTRIBUTION = "tenka-games"
"""What the package index calls it, where `tenka` is somebody else's."""
