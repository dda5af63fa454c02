"""Samurai in a terminal."""
