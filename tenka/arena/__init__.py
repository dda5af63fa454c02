"""Games of bots against each other."""
