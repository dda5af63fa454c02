"""What can be measured from outside: /metrics for Prometheus, and logs that programs can read."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from tenka.server.bots import BotPool

_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.responses = Counter("tenka_responses", "HTTP answers.", ["status"], registry=self.registry)
        self.act_seconds = Histogram(
            "tenka_act_seconds",
            "From a turn's arrival until it is in the log and on its way to everybody.",
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.loop_lag = Histogram(
            "tenka_loop_lag_seconds",
            "How much later than it should something happens: how busy the event loop is.",
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.commit_seconds = Histogram(
            "tenka_commit_seconds",
            "What a transaction of turns takes, until it is safe.",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
        )
        self.database_errors = Counter("tenka_database_errors", "What the database failed at.", registry=self.registry)
        self.refused = Counter("tenka_refused", "Turns refused, by code.", ["code"], registry=self.registry)

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A figure that is read when it is asked for."""
        Gauge(name, text, registry=self.registry).set_function(read)

    def render(self) -> bytes:
        """In Prometheus' format."""
        return generate_latest(self.registry)


class BotFigures:
    """The figures of the bots that a process has."""

    def __init__(self, bots: BotPool, registry: CollectorRegistry | None = None) -> None:
        self._registry = registry or CollectorRegistry()
        wait = Histogram(
            "tenka_bots_wait_seconds",
            "How long a question waited for a bot's process, by its urgency.",
            ["urgency"],
            registry=self._registry,
            buckets=(0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60),
        )
        bots.on_begin = lambda urgency, seconds: wait.labels(urgency).observe(seconds)
        waiting = Gauge("tenka_bots_waiting", "Decisions that no process looks at yet.", registry=self._registry)
        waiting.set_function(lambda: bots.num_waiting)
        replaced = Gauge("tenka_bots_replaced_total", "Bots' processes that died.", registry=self._registry)
        replaced.set_function(lambda: bots.replaced)

    def render(self) -> bytes:
        """In Prometheus' format."""
        return generate_latest(self._registry)


def join(by_worker: dict[str, bytes]) -> bytes:
    """The figures of several workers as one text, each with whose it is.

    >>> print(join({"0": b"# TYPE a gauge\\na 1.0\\n", "1": b"# TYPE a gauge\\na{b=\\"c\\"} 2.0\\n"}).decode(), end="")
    # TYPE a gauge
    a{worker="0"} 1.0
    a{worker="1",b="c"} 2.0
    """
    heads: dict[str, list[str]] = {}
    figures: dict[str, list[str]] = defaultdict(list)
    for worker, text in sorted(by_worker.items()):
        family = ""
        for line in text.decode().splitlines():
            if line.startswith("#"):
                family = line.split()[2]
                known = heads.setdefault(family, [])
                if line not in known:
                    known.append(line)
            else:
                name, space, value = line.rpartition(" ")
                name, _, labels = name.partition("{")
                added = f'{{worker="{worker}",{labels}' if labels else f'{{worker="{worker}"}}'
                figures[family].append(f"{name}{added}{space}{value}")
    lines = [line for family, head in heads.items() for line in (*head, *figures[family])]
    return "".join(f"{line}\n" for line in lines).encode()


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record with whatever was added to it."""
        entry = {
            "at": round(time.time(), 3),
            "level": record.levelname.lower(),
            "name": record.name,
            "text": record.getMessage(),
        }
        entry |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, text, and whatever was added."""
        added = " ".join(f"{name}={value}" for name, value in vars(record).items() if name not in _OWN)
        text = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname.lower():7} {record.getMessage()}"
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{text} {added}".rstrip() + trace


def set_up_logs(log_format: str) -> None:
    """Logs go to the standard error. They hold no secrets: neither cookies, tokens, passwords nor keys are logged."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
        logger.setLevel(logging.WARNING if name == "alembic" else logging.ERROR)  # whoever sends junk writes no log
    logging.getLogger("uvicorn.access").disabled = True  # paths hold the keys of tables
