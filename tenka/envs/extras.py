"""What to say where a library is missing that an environment is for."""

from __future__ import annotations

from tenka import DISTRIBUTION


def missing(error: ModuleNotFoundError, library: str, extra: str = "envs") -> ModuleNotFoundError:
    """The error, with how to get the library; one that something else is missing stays as it is.

    >>> str(missing(ModuleNotFoundError("No module named 'pyspiel'", name="pyspiel"), "pyspiel"))
    "these environments need pyspiel, which is not installed: pip install 'tenka-games[envs]'"
    """
    if (error.name or "").partition(".")[0] != library:
        return error
    text = f"these environments need {library}, which is not installed: pip install '{DISTRIBUTION}[{extra}]'"
    return ModuleNotFoundError(text, name=library)
