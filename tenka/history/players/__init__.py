"""Who plays History of the Samurai."""
