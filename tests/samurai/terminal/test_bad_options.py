"""Rule options of Samurai that there are not, or that do not go together: a sentence each, and nothing has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Tenka
from tests.cli.test_bad_input import check_refusal

CASES = [
    # arguments, and what the sentence says
    ("play --players 7", "2, 3 or 4 players, not 7"),
    ("play --players 0", "2, 3 or 4 players, not 0"),
    ("play --players -2", "2, 3 or 4 players, not -2"),
    ("play --players abc", "2, 3 or 4 players, not abc"),
    ("play --first green --players 3", "the first player is red, blue, gold or random, not green"),
    ("play --edition 2016", "edition is 2015 or 1998 or sheet, not 2016"),
    ("play --hands some", "hands is chosen or random, not some"),
    ("play --pieces some", "pieces is placed or random, not some"),
    ("play --captures never", "captures is end or once, not never"),
    ("play --captured maybe", "captured is hidden or open, not maybe"),
    ("play --switch-same maybe", "switch_same is yes or no, not maybe"),
    ("play --basic --hands chosen", "leave it out"),
    ("match --players greedy", "2, 3 or 4 players, not 1"),
    ("match --players greedy,greedy,greedy,greedy,greedy", "2, 3 or 4 players, not 5"),
    ("match --edition 2016", "edition is 2015 or 1998 or sheet, not 2016"),
    ("perft --players 5", "2, 3 or 4 players, not 5"),
]


@pytest.mark.parametrize(("arguments", "sentence"), CASES, ids=[arguments for arguments, _ in CASES])
def test_bad_options_end_with_a_sentence_and_change_nothing(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refusal(tenka, tmp_path, arguments, sentence)
