"""Records with variations and notes: what comes back, what old programs see of them, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.cli import main
from tenka.game import CHANCE, GameError, InvalidRecord, Ply, Rules, State, draw_chance
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.record import make_record, read, redact, redact_text, replay, write
from tenka.variations import MOST_DEPTH, START, Node, Study, clean_note, explore, load_study, read_study, write_study

GOLDEN = sorted((Path(__file__).parent / "games").glob("*.game"))
NOTES = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(clean_note)


def play_ply(rules: Rules, state: State, rng: random.Random) -> tuple[Ply, State]:
    """Somebody's ply, or one of chance."""
    before, number, seat = state, rules.num_plies(state), rules.turn(state)
    assert seat is not None
    actions = []
    if seat != CHANCE:
        actions = decide_ply(rules, state, seat, get_player("uniform", rules.name), rng)
        for action in actions:
            state = rules.apply(state, action)
    while rules.num_plies(state) == number:
        actions.append(draw_chance(rules, state, rng))
        state = rules.apply(state, actions[-1])
    return rules.make_ply(before, actions, state), state


class Grown:
    """A tree that has grown at random."""

    def __init__(self, rules: Rules, start: State, rng: random.Random, length: int) -> None:
        self.rules, self.rng = rules, rng
        self.nodes: list[Node] = []
        self.main: list[Ply] = []
        self.final = self.grow(start, START, length, depth=0)

    def grow(self, state: State, parent: int, length: int, depth: int) -> State:
        for place in range(length):
            if self.rules.turn(state) is None:
                break
            before = state
            ply, state = play_ply(self.rules, before, self.rng)
            above, parent = parent, len(self.nodes)
            self.add(above, ply)
            if depth == 0:
                self.main.append(ply)
            if place and depth < 3 and self.rng.random() < 0.15:
                self.branch(before, above, depth)
        return state

    def branch(self, before: State, above: int, depth: int) -> None:
        here = {node.line.partition(";")[0] for node in self.nodes if node.parent == above}
        ply, after = play_ply(self.rules, before, self.rng)
        if self.rules.format_line(ply).partition(";")[0] not in here:
            self.add(above, ply)
            self.grow(after, len(self.nodes) - 1, self.rng.randrange(4), depth + 1)

    def add(self, above: int, ply: Ply) -> None:
        self.nodes.append(Node(above, self.rules.format_line(ply)))


def grow_study(game: str, seed: int, length: int) -> Study:
    rng = random.Random(seed)
    rules = get_game(game)
    options = rng.choice(list(rules.every_options()))
    if options.first is None:
        options = rules.options({**rules.describe_options(options), "first": rules.seat_names[0]})
    start = rules.start(options, rng)
    grown = Grown(rules, start, rng, length)
    record = make_record(rules, options, rules.seat_names[: options.players], start, grown.main, grown.final)
    return Study(record, len(rules.opening(start)), "", tuple(grown.nodes))


def with_notes(study: Study, data: st.DataObject) -> Study:
    nodes = list(study.nodes)
    for index in data.draw(st.sets(st.sampled_from(range(len(nodes))), max_size=4)) if nodes else ():
        nodes[index] = replace(nodes[index], note=data.draw(NOTES))
    return replace(study, nodes=tuple(nodes), note=data.draw(NOTES))


@pytest.mark.parametrize("game", ["samurai", "history"])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60), data=st.data())
def test_a_study_comes_back_as_it_was_written(game: str, seed: int, length: int, data: st.DataObject) -> None:
    study = with_notes(grow_study(game, seed, length), data)
    text = write_study(study)
    explored = explore(text)
    assert explored.study == study
    assert write_study(explored.study) == text
    assert replay(text).record == study.record  # who knows no variations reads the main line
    for node, step in zip(study.nodes, explored.steps, strict=True):
        before = explored.replay.start if node.parent == START else explored.steps[node.parent].after
        assert step.line == node.line
        assert not explored.is_complete or step.before.tobytes() == before.tobytes()


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), length=st.integers(30, 60), data=st.data())
def test_a_study_of_what_one_seat_knows_comes_back_too(seed: int, length: int, data: st.DataObject) -> None:
    study = grow_study("samurai", seed, length)
    rules = get_game("samurai")
    record = redact(study.record, 0)
    if record == study.record:
        return
    nodes = [replace(node, line=redact_text(rules, node.line, 0) or "") for node in study.nodes]
    heads = [(node.parent, node.line.partition(";")[0]) for node in nodes]
    if len(set(heads)) < len(heads):  # hands that differ in what is hidden
        return
    study = with_notes(Study(record, study.num_opening, "", tuple(nodes)), data)
    explored = explore(write_study(study))
    assert explored.study == study
    assert not explored.is_complete
    for step in explored.steps:  # every line has something possible for what is hidden, and is legal with it
        assert rules.quantities(step.after) == rules.quantities(explored.replay.start)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_record_without_variations_is_written_as_ever(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert write_study(read_study(text)) == text == write(read(text))


# --- what is refused


def test_variations_and_notes_stand_behind_their_ply() -> None:
    setup = next(line for line in GOLDEN if line.stem == "2015-2-players").read_text(encoding="utf-8")
    lines = setup.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("turn 2 "))
    other = " ".join(lines[first].split()[:4])
    text = "\n".join(
        [*lines[: first + 1], "NOTE  Blue is  too slow # really", "(", other, "note Better.", ")", *lines[first + 1 :]]
    )
    study = read_study(text)
    main = next(index for index, node in enumerate(study.nodes) if node.line.startswith("turn 2 "))
    assert study.nodes[main].note == "Blue is too slow # really"
    assert study.nodes[main + 1].parent == study.nodes[main].parent
    assert study.nodes[main + 1].line.startswith(other)
    assert study.nodes[main + 1].note == "Better."
    assert study.nodes[main + 2].parent == main


@pytest.mark.parametrize(
    ("new", "sentence", "number"),
    [
        ("{turn}\n(\n", "has no closing bracket", 2),
        ("{turn}\n)", "none is open", 2),
        ("{turn}\n(\n)", "at least one ply", 3),
        ("{turn}\n(\nnote what\n{other}\n)", "stands behind the ply that it is about", 3),
        ("{turn}\n(\nrest red b4\n)", "plies, notes and variations only", 3),
        ("{turn}\n(\n{turn}\n)", "is there already", 3),
        ("{turn}\n(\n{wrong}\n)", "it is red's turn", 3),
        ("{turn}\n(\nturn 1 red zz@k1\n)", "'zz@k1' is not a move", 3),
        ("{turn}\nnote " + "x" * 5000, "at most 4,000 letters", 2),
        ("{turn}" + "\n(\n{other}" * (MOST_DEPTH + 1) + "\n)" * (MOST_DEPTH + 1), "brackets in brackets", 0),
    ],
)
def test_what_is_no_variation_is_refused_with_its_line(new: str, sentence: str, number: int) -> None:
    lines = next(line for line in GOLDEN if line.stem == "1998-2-players").read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("turn 1 red"))
    turn, wrong = lines[place], lines[place + 1]
    other = " ".join(turn.split(";")[0].split()[:4])
    text = "\n".join([*lines[:place], new.format(turn=turn, other=other, wrong=wrong), *lines[place + 1 :]])
    with pytest.raises(InvalidRecord, match=sentence) as caught:
        explore(text)
    assert not number or caught.value.line == place + number


def test_nothing_is_replaced_before_the_first_ply() -> None:
    text = next(line for line in GOLDEN if line.stem == "1998-2-players").read_text(encoding="utf-8")
    with pytest.raises(InvalidRecord, match="a variation stands behind the ply that it replaces"):
        explore(text.replace("\n\n", "\n\n(\nput red r@l16\n)\n", 1))


def test_a_note_that_is_too_long_is_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="at most 4,000 letters, and this one has 4,001"):
        clean_note("y" * 4001)


# --- on the command line


def test_replay_checks_variations_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = grow_study("samurai", 5, 40)
    file = tmp_path / "study.game"
    file.write_text(write_study(study), encoding="utf-8")
    assert load_study(file).study == study
    assert main(["replay", str(file), "--check"]) == 0
    assert f"with its variations {len(study.nodes)} plies in all" in capsys.readouterr().out
    wrong = write_study(study).replace("(\nturn ", "(\nturn 9", 1)
    assert wrong != write_study(study)
    file.write_text(wrong, encoding="utf-8")
    assert main(["replay", str(file), "--check"]) == 2
    assert "but it should be 'turn" in capsys.readouterr().err
