"""Environments for researchers: adapters of the games to Gymnasium, PettingZoo and OpenSpiel, and vectors of games."""
