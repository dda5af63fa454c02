"""Mutation testing: breaks the code in small ways, one at a time, and sees whether a test fails.

    python -m tools.mutants guard ledger     of these modules, a sample
    python -m tools.mutants guard --most 0   every place of a module
    python -m tools.mutants                  all modules, and benchmarks/results/mutants.md

Cosmic Ray makes the mutants; one more kind, a statement left out, is made here. At each place of a module one mutant is
drawn, and of the places a sample, both from a fixed seed. No file is changed: every mutant is a fork of a process that
has loaded the code and the tests, and runs the mutated source in its place. The compiled rules run as plain Python.

Needs the extra ``mutants``.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import resource
import select
import signal
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

from tools.mutants_of import MODULES, Module

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / ".mutants"
"""What was found, a file for each module; the report is made of it."""
REPORT = ROOT / "benchmarks" / "results" / "mutants.md"
EXPLAINED = ROOT / "tools" / "mutants_explained.toml"
SEED = 1
MOST = 20
"""Places of a module that are tried."""
TIMES_LONGER = 8
"""A mutant that computes so many times longer than the tests take is a loop without end."""
LEAST_SECONDS = 2
MOST_SECONDS_OF_WAITING = 600
MOST_BYTES = 8 * 2**30

LEFT_OUT = ("RemoveDecorator", "VariableReplacer", "VariableInserter")
"""Kinds of Cosmic Ray's: decorators compile, cache or make properties; the other two need arguments."""


class Place(NamedTuple):
    """A mutant: which kind, and the how-manieth of its kind in the file."""

    kind: str
    occurrence: int
    line: int
    column: int


@dataclass(frozen=True)
class Result:
    """What became of a mutant."""

    kind: str
    line: int
    was: str
    now: str
    end: str
    """``caught``, ``endless`` (caught, too) or ``survived``."""
    by: str
    """The first test that failed."""


# --- making them --------------------------------------------------------------------------------------------------


def _operators() -> dict[str, Any]:
    """Every kind of mutant by name."""
    import cosmic_ray.plugins
    from cosmic_ray.ast import get_ast
    from cosmic_ray.operators.operator import Operator

    class LeaveOut(Operator):  # type: ignore[misc]
        """A statement in a function is left out."""

        kinds = ("expr_stmt", "atom_expr", "await_expr", "raise_stmt", "del_stmt", "power")

        def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
            if node.type == "simple_stmt" and node.children[0].type in self.kinds and _is_in_function(node):
                yield node.children[0].start_pos, node.children[0].end_pos

        def mutate(self, node: Any, index: int) -> Any:
            nothing = get_ast("pass").children[0]
            nothing.get_first_leaf().prefix = node.children[0].get_first_leaf().prefix
            node.children[0] = nothing
            return node

        @classmethod
        def examples(cls) -> Sequence[Any]:
            return ()

    found = {"LeaveOut": LeaveOut()}
    for name in cosmic_ray.plugins.operator_names():
        kind = name.removeprefix("core/")
        if kind in LEFT_OUT or _is_silly(kind):
            continue
        found[kind] = cosmic_ray.plugins.get_operator(name)()
    return found


def _is_silly(kind: str) -> bool:
    """`is` for numbers is the same as `==` or not even that; so is `==` for what `is` compares."""
    if not kind.startswith("ReplaceComparison"):
        return False
    before, after = kind.split("_")[1:]
    return (before in ("Is", "IsNot")) != (after in ("Is", "IsNot"))


def _is_in_function(node: Any) -> bool:
    while node is not None:
        if node.type == "funcdef":
            return True
        node = node.parent
    return False


def _never_run(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Annotations, and what is for type checkers only."""
    spans = []
    for node in ast.walk(ast.parse(source)):
        parts: list[Any] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            parts += [node.returns, *(argument.annotation for argument in arguments)]
        elif isinstance(node, ast.AnnAssign):
            parts.append(node.annotation)
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            if part is not None:
                spans.append(((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)))
    return spans


def places_of(path: Path, operators: dict[str, Any], seed: int) -> list[Place]:
    """One mutant for each place where there can be some, drawn at random; in the order of the file."""
    from cosmic_ray.ast import ast_nodes, get_ast

    source = path.read_text(encoding="utf-8")
    spans = _never_run(source)
    tree = get_ast(source)
    nodes = list(ast_nodes(tree))
    found: dict[tuple[Any, ...], list[Place]] = {}
    for kind, operator in operators.items():
        occurrence = -1
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                occurrence += 1
                if not any(first <= start < last for first, last in spans):
                    where = (start, end, kind.split("_")[0])
                    found.setdefault(where, []).append(Place(kind, occurrence, *start))
    rng = random.Random(f"{seed} {path.name}")
    drawn = [rng.choice(found[where]) for where in sorted(found)]
    return sorted(drawn, key=lambda place: (place.line, place.column, place.kind))


def sample(places: list[Place], most: int, seed: int) -> list[Place]:
    """So many of the places, or all."""
    if not most or len(places) <= most:
        return places
    return sorted(random.Random(seed).sample(places, most), key=lambda place: (place.line, place.column, place.kind))


# --- trying them --------------------------------------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the tests once as the code is, and once for each mutant, each time in a fork.

    By then everything is loaded and collected. A fork runs the mutated source in the module that is there, and puts
    what is new wherever others have it by name. The tests that caught the mutants before come first, then the quickest.
    """

    def __init__(self, name: str, module: Module, places: Sequence[Place], operators: dict[str, Any]) -> None:
        self.name = name
        self.module = module
        self.places = places
        self.operators = operators
        self.source = (ROOT / module.path).read_text(encoding="utf-8")
        self.by_test: dict[str, float] = {}
        """How long each test took that was run in this process; the last one failed, if one did."""
        self.entered: dict[str, set[int]] = {}
        """By test: the functions of the module that it calls, by their first lines."""
        self._test = ""
        self.results: list[Result] = []

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self._test = nodeid

    def pytest_report_teststatus(self) -> tuple[str, str, str]:
        """Prints no dot for a test: there are too many."""
        return "", "", ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes how long a test took."""
        self.by_test[report.nodeid] = self.by_test.get(report.nodeid, 0.0) + report.duration

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs the tests of all mutants."""
        if session.testsfailed:
            raise SystemExit(f"{self.name}: its tests cannot be loaded")
        items = {item.nodeid: item for item in session.items}
        before = self._run_as_it_is(session, list(items.values()))
        if before.code:
            failed = list(before.by_test)[-1:] or ["none"]
            raise SystemExit(f"{self.name}: {failed[0]} fails as the code is, so it tells nothing of mutants")
        print(f"{self.name}: {len(self.places)} mutants, tests take {before.seconds:.1f} s", flush=True)
        limit = max(LEAST_SECONDS, TIMES_LONGER * before.seconds)
        order = sorted(items, key=lambda test: before.by_test.get(test, 0.0))
        functions = _functions(self.source)
        for number, place in enumerate(self.places, start=1):
            mutated = _mutate(self.source, self.operators[place.kind], place)
            if mutated is None:
                continue
            inside = functions.get(place.line)
            chosen = [items[test] for test in order if inside is None or inside in before.entered.get(test, ())]
            run = self._run(session, chosen, mutated, limit)
            end = "survived" if run.code == 0 else "endless" if run.code < 0 else "caught"
            by = list(run.by_test)[-1] if end == "caught" and run.by_test else ""
            if by:
                order.remove(by)
                order.insert(0, by)
            was, now = _difference(self.source, mutated)
            self.results.append(Result(place.kind, place.line, was, now, end, by))
            if end == "survived":
                print(f"  {number}/{len(self.places)} line {place.line}: {was}  ->  {now}", flush=True)
        return True

    def _run(self, session: pytest.Session, items: Sequence[pytest.Item], source: str, seconds: float) -> Run:
        """Runs the tests with this source in a fork, up to the first that fails."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            code = 3
            try:
                os.close(reader)
                code = self._run_here(session, items, source, seconds)
            finally:
                os.write(writer, json.dumps(self.by_test).encode())
                os._exit(code)
        os.close(writer)
        end = time.monotonic() + MOST_SECONDS_OF_WAITING
        told = b""
        while select.select([reader], [], [], max(0.0, end - time.monotonic()))[0]:
            part = os.read(reader, 1 << 20)
            if not part:
                break
            told += part
        else:
            os.kill(child, signal.SIGKILL)
        os.close(reader)
        _, status, usage = os.wait4(child, 0)
        by_test = json.loads(told) if told.endswith(b"}") else {}
        return Run(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, by_test, {})

    def _run_here(self, session: pytest.Session, items: Sequence[pytest.Item], source: str, seconds: float) -> int:
        os.setpgrp()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        most = int(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        load_mutant(self.module.name, source, str(ROOT / self.module.path))
        return self._run_items(session, items)

    def _run_as_it_is(self, session: pytest.Session, items: Sequence[pytest.Item]) -> Run:
        """Runs the tests before there is a mutant: here, so that what is compiled on the way is there for all."""
        begin = time.process_time()
        load_mutant(self.module.name, self.source, str(ROOT / self.module.path))
        if self.module.is_compiled:  # functions only, and so many other calls that following all would take minutes
            self._wrap_functions()
        else:
            sys.settrace(self._note_call)
            threading.settrace(self._note_call)
        code = self._run_items(session, items)
        sys.settrace(None)
        threading.settrace(None)
        load_mutant(self.module.name, self.source, str(ROOT / self.module.path))
        run = Run(code, time.process_time() - begin, self.by_test, self.entered)
        self.by_test, self.entered = {}, {}
        return run

    def _run_items(self, session: pytest.Session, items: Sequence[pytest.Item]) -> int:
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
        return 0

    def _wrap_functions(self) -> None:
        """Lets every function of the module note by which test it is called."""
        names = vars(sys.modules[self.module.name])
        before = dict(names)
        for key, function in before.items():
            if isinstance(function, FunctionType) and function.__module__ == self.module.name:
                names[key] = self._wrap(function)
        _spread(sys.modules[self.module.name], before)

    def _wrap(self, function: Any) -> Any:
        first = function.__code__.co_firstlineno

        @wraps(function)
        def noted(*arguments: Any, **named: Any) -> Any:
            self.entered.setdefault(self._test, set()).add(first)
            return function(*arguments, **named)

        return noted

    def _note_call(self, frame: FrameType, _event: str, _argument: Any) -> None:
        if frame.f_code.co_filename == str(ROOT / self.module.path):
            self.entered.setdefault(self._test, set()).add(frame.f_code.co_firstlineno)


class Run(NamedTuple):
    """How a run of the tests ended."""

    code: int
    """0: all passed; below 0: a signal."""
    seconds: float
    """Of computing."""
    by_test: dict[str, float]
    entered: dict[str, set[int]]


def _functions(source: str) -> dict[int, int]:
    """By line of a source: the first line of the innermost function around it; what is outside of all is not there."""
    found = {}
    for node in ast.walk(ast.parse(source)):  # from outside to inside
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1):
                found[line] = first
    return found


def load_mutant(name: str, source: str, path: str) -> None:
    """Runs a source in a module that is loaded, and gives what is new to all modules that took it from there."""
    module = sys.modules[name]
    before = dict(vars(module))
    exec(compile(source, path, "exec"), vars(module))
    _spread(module, before)


def _spread(module: Any, before: dict[str, Any]) -> None:
    """Puts what is new in a module wherever others have what was there before, under the same name."""
    for other in list(sys.modules.values()):
        names = getattr(other, "__dict__", None)
        if other is module or names is None or not other.__name__.startswith(("tenka", "tests")):
            continue
        for key in names.keys() & before.keys():
            if names[key] is before[key] and not key.startswith("__"):
                names[key] = vars(module)[key]


def _mutate(source: str, operator: Any, place: Place) -> str | None:
    """The source with one mutation; None where that is no Python any more."""
    from cosmic_ray.mutating import mutate_code

    mutated: str | None = mutate_code(source, operator, place.occurrence)
    if mutated is None:
        raise SystemExit(f"there is no mutant {place}")
    try:
        compile(mutated, "mutant", "exec")
    except SyntaxError:
        return None
    return mutated


def try_mutants(name: str, module: Module, places: Sequence[Place], operators: dict[str, Any], total: int) -> bool:
    """All mutants of a module, in a process of their own; writes down what was found."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            begin = time.monotonic()
            os.environ["NUMBA_DISABLE_JIT"] = (
                "1" if module.is_compiled else "0"
            )  # compiled again for each it takes long
            trial = Trial(name, module, places, operators)
            options = ["-q", "-s", "--no-header", "--tb=no", "-pno:cacheprovider", "-m", "not slow"]
            with tempfile.TemporaryDirectory(prefix="tenka-mutants-") as folder:
                code = int(pytest.main([*options, f"--basetemp={folder}/tests", *module.tests], plugins=[trial]))
            caught = sum(result.end != "survived" for result in trial.results)
            print(f"{name}: {caught} of {len(trial.results)} caught", flush=True)
            if total:
                write_found(name, total, trial.results, time.monotonic() - begin)
        except SystemExit as error:
            print(error, flush=True)
        finally:
            sys.stdout.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def _difference(original: str, mutated: str) -> tuple[str, str]:
    """The lines that differ, before and after."""
    lines = list(difflib.unified_diff(original.splitlines(), mutated.splitlines(), lineterm="", n=0))[2:]
    was = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    now = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return was, now


# --- telling ------------------------------------------------------------------------------------------------------


def write_found(name: str, total: int, results: Sequence[Result], seconds: float) -> None:
    """Keeps what was found, for the report."""
    FOUND.mkdir(parents=True, exist_ok=True)
    found = {"places": total, "seconds": round(seconds), "results": [vars(result) for result in results]}
    (FOUND / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def explanations() -> dict[str, list[dict[str, str]]]:
    """Why mutants may survive, by module: each with the line as it was and as it is."""
    return tomllib.loads(EXPLAINED.read_text(encoding="utf-8")) if EXPLAINED.exists() else {}


def why(name: str, result: Result, explained: dict[str, list[dict[str, str]]]) -> str | None:
    """The reason that was found for a survivor."""
    for entry in explained.get(name, []):
        if entry["was"] == result.was and entry["now"] == result.now:
            return entry["why"]
    return None


def report(names: Sequence[str]) -> tuple[str, list[str]]:
    """The report on what was found, and what is wrong with it."""
    sys.path.append(str(REPORT.parent.parent))
    from results import machine, table

    explained, wrong = explanations(), []
    rows, survivors, all_caught, all_tried = [], [], 0, 0
    for name in names:
        path = FOUND / f"{name}.json"
        if not path.exists():
            wrong.append(f"{name} was not measured")
            continue
        found = json.loads(path.read_text(encoding="utf-8"))
        results = [Result(**result) for result in found["results"]]
        alive = [result for result in results if result.end == "survived"]
        caught = len(results) - len(alive)
        all_caught, all_tried = all_caught + caught, all_tried + len(results)
        share = caught / len(results)
        if share < 0.9:
            wrong.append(f"{name}: only {share:.0%} are caught")
        cells = [name, str(found["places"]), str(len(results)), str(caught), f"{share:.0%}", str(found["seconds"])]
        rows.append(cells)
        for result in alive:
            reason = why(name, result, explained)
            if reason is None:
                wrong.append(f"{name}, line {result.line}: nobody has said why {result.now!r} survives")
            survivors.append(f"- **{name}** `{result.was}` → `{result.now}`: {reason or 'not explained'}")
    rows.append(["all", "", str(all_tried), str(all_caught), f"{all_caught / max(1, all_tried):.1%}", ""])
    text = HEAD.format(
        seed=SEED,
        most=MOST,
        machine=machine(),
        table=table(["module", "places", "tried", "caught", "share", "seconds"], rows),
        survivors="\n".join(survivors) or "None.",
    )
    return text, wrong


HEAD = """# Mutants

`python -m tools.mutants` breaks the code in small ways, one at a time, and sees whether a test fails. Cosmic Ray makes
the mutants (other operators and comparisons, numbers one off, conditions turned round, loops that do not run,
exceptions not caught); statements left out are our own kind. At each place of a module one mutant is drawn, and at
most {most} places of a module are tried, both drawn with seed {seed}. The compiled rules run as plain Python. Which
tests must notice, `tools/mutants_of.py` says: quick ones that run in one process. Who computes without end is caught.

{machine}

{table}

## The survivors, and why

{survivors}"""


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {' '.join(MODULES)}; none: all")
    parser.add_argument("--most", type=int, default=MOST, help=f"places tried of a module, 0: all ({MOST})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"for the draws ({SEED})")
    parser.add_argument("--line", type=int, help="only the mutants of this line, all of them")
    parser.add_argument("--report", action="store_true", help="only write the report on what was found before")
    options = parser.parse_args()
    for name in options.modules:
        if name not in MODULES:
            parser.error(f"there is no module {name!r} here; there is {', '.join(MODULES)}")
    if not options.report:
        _measure(options.modules or list(MODULES), options.most, options.seed, options.line)
    if options.line is not None or (options.modules and not options.report):
        return 0
    text, wrong = report(list(MODULES))
    REPORT.write_text(text + "\n", encoding="utf-8")
    print(text, *wrong, sep="\n")
    return 1 if wrong else 0


def _measure(names: Sequence[str], most: int, seed: int, line: int | None) -> None:
    os.environ |= {
        "HYPOTHESIS_PROFILE": "fixed",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    try:
        operators = _operators()
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error.name} is missing: .venv/bin/pip install -e '.[mutants]'") from None
    failed = []
    for name in names:
        places = places_of(ROOT / MODULES[name].path, operators, seed)
        chosen = sample(places, most, seed) if line is None else [place for place in places if place.line == line]
        if not try_mutants(name, MODULES[name], chosen, operators, len(places) if line is None else 0):
            failed.append(name)
    if failed:
        raise SystemExit(f"not measured: {', '.join(failed)}")


if __name__ == "__main__":
    sys.exit(main())
