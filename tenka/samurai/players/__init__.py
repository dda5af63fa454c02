"""Who plays Samurai."""
