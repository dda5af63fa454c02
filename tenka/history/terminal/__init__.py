"""History of the Samurai in a terminal."""
