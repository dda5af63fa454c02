"""Runs of the command line, as for the commands that know no game."""

from tests.cli.conftest import home, play_to_the_end, tenka

__all__ = ["home", "play_to_the_end", "tenka"]
