"""Reviews: what decided a game, for every seat, with luck told apart from skill. docs/review.md says what is what."""
