"""The games in a terminal: the board as text, moves as typed words."""
