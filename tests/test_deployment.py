"""The files that others' machines read: the container's and the forge's, as far as they can be tried without those."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tenka.cli import app
from tools.bootstrap import ROOT
from tools.release import site_builders

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} +(.*)$", DOCKERFILE, re.MULTILINE)


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


def test_the_container_runs_what_the_first_stage_built_and_not_as_root() -> None:
    build, final = DOCKERFILE.split("\nFROM ")[1:]
    assert re.search(r"AS build$", build.splitlines()[0])
    assert "COPY --from=build /opt/tenka /opt/tenka" in final
    assert "COPY . " not in final
    user = re.search(r"^USER (\w+)$", final, re.MULTILINE)
    assert user is not None
    assert user[1] != "root"
    assert final.index("useradd") < user.start() < final.index("\nCMD ")


def test_the_container_installs_extras_that_there_are_in_the_locked_versions() -> None:
    builders, installed = (line for line in instructions("RUN") if "pip install" in line)
    for words in (shlex.split(builders), shlex.split(installed)):
        assert (ROOT / words[words.index("--constraint") + 1]).is_file()
    extras = words[-1].removeprefix(".[").removesuffix("]").split(",")
    assert set(extras) <= PROJECT["optional-dependencies"].keys()


def test_the_container_starts_a_command_of_ours_with_documented_settings() -> None:
    command, *arguments = json.loads(instructions("CMD")[-1])
    assert command in PROJECT["scripts"]
    with pytest.raises(SystemExit) as left:
        app([*arguments, "--help"], prog_name=command)
    assert left.value.code == 0
    documented = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    names = re.findall(r"\b([A-Z_]+)=", instructions("ENV")[0])
    assert {name for name in names if f"| `{name}` |" not in documented} == {"PATH"}


def test_the_container_has_the_documentation_because_it_is_made_before_the_package_is() -> None:
    site, package = (DOCKERFILE.index(text) for text in ("python -m tools.site", "'.[play"))
    assert site < package
    needed = {line.split(">")[0] for line in site_builders()}
    assert needed == {"mkdocstrings-python", "zensical"}
    assert " ".join(sorted(needed)) in DOCKERFILE


def test_what_is_left_out_of_the_container_is_not_needed_to_build() -> None:
    ignored = set((ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n"))
    assert not {"tenka", "tools", "web", "README.md", "LICENSE", "hatch_build.py", "pyproject.toml"} & ignored
    # Every link of the documentation is followed, to tests and figures too.
    assert not {"docs", "mkdocs.yml", "tests", "benchmarks", "examples", "leaderboard"} & ignored


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_of_others_are_pinned_and_none_gets_a_password(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line) for line in used)
    assert "secrets." not in text
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_is_there(workflow: Path) -> None:
    for command in [step["run"] for step in steps(workflow) if "run" in step]:
        program = command.split()[0]
        if program.startswith("./"):
            assert (ROOT / program).is_file()
        for module in re.findall(r"-m (\S+)", command):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


def test_only_what_was_tried_is_published() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "python -m tools.release" in [step.get("run") for step in jobs["build"]["steps"]]
    kept, taken = jobs["build"]["steps"][-1]["with"], jobs["publish"]["steps"][0]["with"]
    assert (kept["name"], kept["path"]) == (taken["name"], taken["path"])


def test_pythons_that_are_tested_are_those_that_are_promised() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))["jobs"]
    whole = re.search(r"python:(3\.\d+)-", jobs["everything"]["container"])
    promised = {line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if ":: Python :: 3." in line}
    assert whole is not None
    assert {whole[1], *jobs["quick"]["strategy"]["matrix"]["python"]} == promised
