"""Programs of the system that some tests need. ./test installs what is missing where it may, or says how to.

Only the standard library, as in bootstrap.py.
"""

from __future__ import annotations

import glob
import os
import shutil
import sys
from typing import Sequence

from tools.bootstrap import run_quietly

SERVICES = {
    "postgres": ("postgres", "postgresql"),
    "redis": ("redis-server", "redis-server"),
    "nginx": ("nginx", "nginx-light"),
    "browser": ("chromium", "chromium"),
}
"""By name: the program, and Debian's package with it."""

WITHOUT = tuple(SERVICES)
"""What ./test can do without."""


def provide_services(without: Sequence[str]) -> None:
    """Sees to it that the services are installed, or exits with the command that installs them."""
    missing = [name for name in SERVICES if name not in without and not has_program(SERVICES[name][0])]
    if not missing:
        return
    packages = [SERVICES[name][1] for name in missing]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    advice = "install {} ({}), or run ./test {}".format(
        " and ".join(missing),
        "sudo " + " ".join(install),
        " ".join("--without " + name for name in missing),
    )
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        sys.exit("Some tests need services that are not on this machine: " + advice)
    print("Installing " + " and ".join(packages) + " (once) ...", flush=True)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    run_quietly(["apt-get", "update", "--quiet"], "The list of Debian's packages could not be read; " + advice)
    run_quietly(install, "The packages could not be installed; " + advice)


def has_program(name: str) -> bool:
    """Whether a program is there; Debian keeps PostgreSQL's out of the way, and nginx among root's."""
    folders = [*sorted(glob.glob("/usr/lib/postgresql/*/bin")), "/usr/sbin"]  # noqa: PTH207
    return shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", "")])) is not None
