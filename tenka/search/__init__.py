"""Searches: they look ahead by playing on."""
