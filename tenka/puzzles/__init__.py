"""Puzzles: one position as a seat sees it, and one best turn over everything that it cannot see."""
