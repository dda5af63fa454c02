"""Players that learn: self-play, learning and evaluation. Needs the extra ``train``, and is quick on a GPU only."""
