"""tenka (天下, "the realm"): two board games about feudal Japan, to play, to study and to train agents on."""

__version__ = "0.1.0"
