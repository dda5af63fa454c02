"""Samurai in a terminal: the board of hexes, influence at a glance, and the game in sentences."""

from tenka.samurai.terminal.session import SamuraiSession as Session
from tenka.samurai.terminal.stepper import SamuraiStepper as Stepper

__all__ = ["Session", "Stepper"]
