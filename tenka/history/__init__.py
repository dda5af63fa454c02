"""History of the Samurai, by Jun Tajima, for two to six players."""
