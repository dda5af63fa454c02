"""What is said to somebody who waits for the compiler, or has not installed a library."""

from __future__ import annotations

import subprocess
import sys

import numba
import pytest

from tenka.envs.compiling import telling


def test_who_waits_for_the_compiler_is_told_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    doubled = numba.njit(lambda number: 2 * number)
    with telling("samurai"):
        doubled(21)
    lines = capsys.readouterr().err.splitlines()
    if numba.config.DISABLE_JIT:
        assert lines == []
        return
    assert lines[0] == "tenka: compiling Samurai for this machine, once …"
    assert lines[1].startswith("tenka: compiled in ")
    with telling("samurai"):
        doubled(22)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("library", "program", "extra"),
    [
        ("gymnasium", "from tenka.envs.vector import SamuraiVectorEnv", "envs"),
        ("gymnasium", "from tenka.envs import SamuraiSeatVectorEnv", "envs"),
        ("pettingzoo", "from tenka.envs import samurai_v1; samurai_v1.env()", "envs"),
        ("pyspiel", "import tenka.envs.openspiel", "envs"),
    ],
)
def test_a_missing_library_is_named_with_the_extra_that_has_it(library: str, program: str, extra: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\n{program}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last == (
        f"ModuleNotFoundError: these environments need {library}, which is not installed: "
        f"pip install 'tenka-games[{extra}]'"
    )
