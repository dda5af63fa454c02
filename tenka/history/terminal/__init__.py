"""History of the Samurai in a terminal: the map region by region, odds before the dice, and the game in sentences."""

from tenka.history.terminal.session import HistorySession as Session
from tenka.history.terminal.stepper import HistoryStepper as Stepper

__all__ = ["Session", "Stepper"]
