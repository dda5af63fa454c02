"""Samurai, by Reiner Knizia, for 2 to 4 players."""
