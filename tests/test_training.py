"""Learning: a tiny network for a few steps on the processor, stopped, taken up again, and released."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors import safe_open
from torch import Tensor

from tenka.arena.match import play_numbered
from tenka.arena.plan import MATCH, make_plan
from tenka.game import GameError
from tenka.games import GAMES, find_part, get_game
from tenka.players.neural import Network
from tenka.record import replay
from tenka.training.command import CURVES, PLAYER, WEIGHTS, Options, choose_device, train, write_files
from tenka.training.critic import Critic
from tenka.training.curves import draw_curves, read_curves
from tenka.training.evaluate import play_match
from tenka.training.export import load_checkpoint, load_weights, save_weights
from tenka.training.games import Games, Seen
from tenka.training.lessons import TAUGHT, read_lessons
from tenka.training.names import Names
from tenka.training.net import Net, Shape
from tenka.training.ppo import Batches, Decide, Maps, Rollout, Settings, absolute, act, arguments, relative
from tenka.training.run import CHECKPOINT, LOG, OPEN_VALUE, Plan, Trainer
from tenka.training.subject import get_subject

pytestmark = pytest.mark.slow

CPU = torch.device("cpu")
TINY = Shape(blocks=1, width=16, hidden=16, heard=8, whole=16)
LEARNT = [game for game in GAMES if find_part(game, "learning")]
FEWEST = 2
SETTINGS = Settings(steps=16, batch=64, warm_up=2, rate=3e-3, league={FEWEST: 0.5})


@pytest.fixture(scope="module", autouse=True)
def short_measurements() -> Iterator[None]:
    """A whole measurement of a long game takes a processor more than a minute, and here nobody needs its figures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tenka.training.run.play_match", partial(play_match, most_steps=100))
        yield


@pytest.fixture(scope="module", params=LEARNT)
def game(request: pytest.FixtureRequest) -> str:
    """Every game that can be learnt."""
    name: str = request.param
    return name


def trainer_in(folder: Path, game: str, minutes: float = 1e-9) -> Trainer:
    plan = Plan(game=game, minutes=minutes, games={FEWEST: 8}, seed=3)
    return Trainer(plan, TINY, SETTINGS, folder, CPU)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, game: str) -> Path:
    """A run of two bouts, with its files."""
    folder = tmp_path_factory.mktemp("run")
    trainer = trainer_in(folder, game)
    trainer.begin()
    before = [parameter.clone() for parameter in trainer.net.parameters()]
    told = [trainer.learn(0.0) for _ in range(2)]
    assert any(not torch.equal(old, new) for old, new in zip(before, trainer.net.parameters(), strict=True))
    assert all(np.isfinite(value) for each in told for value in each.values())
    trainer._tell_strength(lambda line: None)
    trainer.save()
    write_files(game, folder)
    return folder


def test_a_run_is_taken_up_where_it_ended(run: Path, game: str) -> None:
    again = trainer_in(run, game)
    again.load(run / CHECKPOINT)
    assert again.done.samples == 2 * 16 * 8
    assert again.done.updates == 4
    kept = torch.load(run / CHECKPOINT, weights_only=True)
    assert all(torch.equal(value, again.net.state_dict()[name]) for name, value in kept["net"].items())
    assert again.optimizer.state_dict()["state"], "Adam's moments go on as well"


def test_files_of_a_run_say_the_same_as_its_network(run: Path, game: str) -> None:
    net = load_checkpoint(run / CHECKPOINT, game).eval()
    halved = load_weights(run / WEIGHTS, get_subject(game))
    player = Network(run / PLAYER, game)
    rng, subject = np.random.default_rng(1), get_subject(game)
    for players in subject.players:
        spec = subject.spec(players)
        planes = rng.integers(0, 2, (5, *spec.planes_shape)).astype(np.int8)
        globals_ = rng.integers(0, 2, (5, *spec.globals_shape)).astype(np.int16)
        with torch.no_grad():
            answers = net(players, torch.from_numpy(planes), torch.from_numpy(globals_))
            almost = halved(players, torch.from_numpy(planes), torch.from_numpy(globals_))
        found = player.ask(players, planes, globals_)
        assert np.allclose(found.policy, answers.policy.numpy(), atol=0.05)
        assert np.allclose(found.shares, answers.value.softmax(1).numpy(), atol=0.01)
        assert np.allclose(found.stakes, answers.stakes.softmax(-1).numpy(), atol=0.01)
        assert np.allclose(found.secrets, answers.secrets.sigmoid().numpy(), atol=0.01)
        assert np.allclose(almost.policy.numpy(), answers.policy.numpy(), atol=0.05)


def test_curves_are_read_off_the_log(run: Path) -> None:
    (points,) = read_curves(run / LOG)["greedy"].values()
    minutes, share, error = points[0]
    assert minutes > 0
    assert 0 <= share <= 1
    assert error >= 0
    assert f"{FEWEST} players" in draw_curves(run / LOG, "a game")
    assert (run / CURVES).read_text().startswith("<svg")


def test_returns_are_traced_back_from_the_end_of_a_game(game: str) -> None:
    """With a trace of 1 every decision of a finished game is worth just what came of it, for every seat."""
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 4, 5, CPU)
    rollout = Rollout(games, Settings(steps=600, trace=1.0, league={}))

    def any_legal(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return torch.multinomial(seen.masks.float(), 1)[:, 0], torch.zeros(4), torch.full((4, players), 1.0 / players)

    rollout.play(any_legal)
    assert bool(rollout.results.ended.any())
    for step, place in torch.nonzero(rollout.ends >= 0).tolist():
        end = int(rollout.ends[step, place])
        assert torch.equal(rollout.returns[step, place], rollout.results.shares[end, place])
        assert abs(float(rollout.returns[step, place].sum()) - 1.0) < 1e-5


@pytest.mark.parametrize("game", [game for game in LEARNT if get_subject(game).stage])
def test_beyond_a_stage_results_are_traced_back_less(game: str) -> None:
    """With a trace of 1 within a stage and 0 beyond it, a decision is worth what the first position after it is."""
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 4, 5, CPU)
    rollout = Rollout(games, Settings(steps=400, trace=1.0, trace_over=0.0))
    stages = []

    def any_legal(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        stages.append(games.stages())
        values = torch.rand(4, players)
        return torch.multinomial(seen.masks.float(), 1)[:, 0], torch.zeros(4), values / values.sum(1, keepdim=True)

    rollout.play(any_legal)
    seen_at = torch.stack(stages)
    compared = 0
    for place in range(4):
        for step in range(rollout.steps):
            over = step
            while over < rollout.steps and seen_at[over + 1, place] == seen_at[step, place]:
                if rollout.results.ended[over, place]:
                    break
                over += 1
            if over == rollout.steps or rollout.results.ended[over, place]:
                continue
            assert torch.allclose(rollout.returns[step, place], rollout.values[over + 1, place])
            compared += 1
    assert compared > 100


def test_of_others_decisions_as_many_are_learnt_from_as_are_wanted(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    rollout = Rollout(games, Settings(steps=32, batch=16, league={FEWEST: 1.0}, others=0.25))

    def first_legal(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return seen.masks.argmax(1), torch.zeros(8), torch.full((8, players), 1.0 / players)

    rollout.play(first_legal)
    batches = Batches(rollout, subject, 16)
    drawn = list(batches.draw())
    own = int(rollout.is_own.sum())
    assert len(drawn) == batches.count() == (own + (32 * 8 - own) // 4) // 16
    learnt = torch.cat([batch.is_own for batch in drawn])
    assert own - 16 < int(learnt.sum()) <= own


def test_games_may_begin_at_random_and_nothing_is_learnt_of_that(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    rollout = Rollout(games, Settings(steps=24, disorder=1.0, most_disorder=12))
    left = rollout.random_left.clone()
    assert int(left.min()) >= 1
    assert int(left.max()) <= 12

    def first_legal(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        values = torch.rand(8, players)
        return seen.masks.argmax(1), torch.zeros(8), values / values.sum(1, keepdim=True)

    rollout.play(first_legal)
    assert torch.equal(rollout.is_random[:12].sum(0), left), "a game takes longer than this"
    assert torch.equal(rollout.is_own == 0, rollout.is_random)
    legal = rollout.seen.masks.gather(2, rollout.actions[..., None])[..., 0]
    assert bool((legal > 0).all())
    firsts = rollout.seen.masks.argmax(2)
    assert bool((rollout.actions == firsts)[~rollout.is_random].all())
    assert not bool((rollout.actions == firsts)[rollout.is_random].all())
    assert torch.equal(rollout.returns[rollout.is_random], rollout.values[:-1][rollout.is_random])


def test_in_games_of_the_league_only_own_decisions_teach_the_policy(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    rollout = Rollout(games, SETTINGS)

    def first_legal(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return seen.masks.argmax(1), torch.zeros(8), torch.full((8, players), 1.0 / players)

    rollout.play(first_legal)
    assert rollout.num_league == 4
    seats, own = rollout.seats.long(), torch.arange(8) % FEWEST
    assert torch.equal(rollout.is_own[:, :4].bool(), (seats == own)[:, :4])
    assert bool((rollout.is_own[:, 4:] == 1).all())
    assert 0 < float(rollout.is_own[:, :4].mean()) < 1


def chooser(of_legal: str, count: int) -> Decide:
    """Who takes the first or the last legal action everywhere."""

    def choose(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        assert len(seen.masks) == count
        masks = seen.masks if of_legal == "first" else seen.masks.flip(1)
        place = masks.argmax(1)
        actions = place if of_legal == "first" else seen.masks.shape[1] - 1 - place
        return actions, torch.zeros(count), torch.full((count, players), 1.0 / players)

    return choose


def test_other_networks_have_greedys_seats_each_in_as_many_games(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 10, 5, CPU)
    others = [chooser("first", 2), chooser("last", 2)]
    rollout = Rollout(games, Settings(steps=16, league={FEWEST: 0.5}), others)
    assert rollout.num_league == 4, "of five, so that both have as many"
    rollout.play(chooser("last", 10))
    masks = rollout.seen.masks
    first, last = masks.argmax(2), masks.shape[2] - 1 - masks.flip(2).argmax(2)
    is_other = rollout.is_own[:, :2] == 0
    assert bool(is_other.any())
    assert torch.equal(rollout.actions[:, :2], torch.where(is_other, first[:, :2], last[:, :2]))
    assert torch.equal(rollout.actions[:, 2:], last[:, 2:])
    assert bool((rollout.is_own[:, 2:4] == 0).any()), "the second one has seats too"
    assert bool((rollout.is_own[:, 4:] == 1).all())


def test_a_network_learns_to_beat_one_that_stays_as_it_is_and_is_measured_against_it(
    run: Path, tmp_path: Path, game: str
) -> None:
    name = "<old>.safetensors"
    frozen = load_weights(run / WEIGHTS, get_subject(game))
    before = {name: value.clone() for name, value in frozen.state_dict().items()}
    plan = Plan(game=game, games={FEWEST: 8}, seed=3)
    all_against = Settings(steps=16, batch=64, warm_up=2, rate=3e-3, league={FEWEST: 1.0})
    trainer = Trainer(plan, TINY, all_against, tmp_path, CPU, {name: frozen})
    trainer.begin()
    trainer.learn(0.0)
    assert trainer.rollouts[0].num_league == 8
    told: list[str] = []
    trainer._tell_strength(told.append)
    assert all(torch.equal(value, before[name]) for name, value in frozen.state_dict().items())
    assert [line.split(":")[0] for line in told] == ["  against greedy", f"  against {name}"]
    assert f"{FEWEST} players" in told[1]
    noted = json.loads((tmp_path / LOG).read_text().splitlines()[-1])
    share, games = noted["against"][name][str(FEWEST)]
    assert 0 <= share <= 1
    assert games == 8
    assert list(read_curves(tmp_path / LOG)) == ["greedy", name]
    picture = draw_curves(tmp_path / LOG, game)
    ElementTree.fromstring(picture)
    assert "against &lt;old&gt;.safetensors, with 95 % intervals" in picture


def test_a_match_against_itself_is_even() -> None:
    """One seat of a network against the same one: in games for two about half are won."""
    subject = get_subject(LEARNT[0])
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {"hands": "random", "pieces": "random"})], 256, 5, CPU)
    found = play_match(games, chooser("first", 256), chooser("first", 256))
    assert found.share == pytest.approx(0.5, abs=2 * found.error)


# --- a critic that sees what is hidden ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_run(tmp_path_factory: pytest.TempPathFactory, game: str) -> Trainer:
    """A run of two bouts with an open critic, kept."""
    plan = Plan(game=game, games={FEWEST: 8}, open_critic=True, seed=3)
    trainer = Trainer(plan, TINY, SETTINGS, tmp_path_factory.mktemp("open"), CPU)
    trainer.begin()
    told = [trainer.learn(0.0) for _ in range(2)]
    assert all(np.isfinite(each[OPEN_VALUE]) for each in told)
    trainer.save()
    return trainer


def test_what_is_hidden_changes_what_an_open_critic_says_and_nothing_that_is_done(open_run: Trainer) -> None:
    assert open_run.critic is not None
    rollout = open_run.rollouts[0]
    told = rollout.games.look().told
    hidden = told._replace(secrets=1 - told.secrets.clamp(min=0))
    decide = open_run.decide_openly(open_run.critic)
    answers = []
    for seen in (told, hidden):
        torch.manual_seed(1)
        with torch.no_grad():
            answers.append(decide(rollout.games.shape, seen, rollout.maps.action_of))
    (actions, logs, values), (actions_again, logs_again, other_values) = answers
    assert torch.equal(actions, actions_again)
    assert torch.equal(logs, logs_again)
    assert not torch.equal(values, other_values)
    torch.manual_seed(1)
    with torch.no_grad():
        usual = open_run.decide(open_run.net, 1.0)(rollout.games.shape, hidden, rollout.maps.action_of)
    assert torch.equal(usual[0], actions), "and it is what would be done without a critic"
    assert torch.equal(usual[1], logs)


def test_an_open_critic_begins_with_the_networks_value_and_teaches_it_nothing(game: str) -> None:
    subject = get_subject(game)
    net, critic = Net(subject, TINY), Critic(subject, TINY)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    told = games.look().told
    answer = net(games.shape, told.planes, told.globals)
    said = critic(answer, told.secrets)
    assert torch.equal(said, answer.value)
    with torch.no_grad():
        critic.out.weight.fill_(0.1)
    critic(answer, told.secrets)[:, 0].sum().backward()
    assert all(parameter.grad is None for parameter in net.parameters())
    assert all(parameter.grad is not None for parameter in critic.parameters())


def test_an_open_critic_is_kept_with_the_run_and_never_released(open_run: Trainer, game: str, tmp_path: Path) -> None:
    folder = open_run.folder
    (folder / LOG).touch()
    write_files(game, folder)
    kept = torch.load(folder / CHECKPOINT, weights_only=True)
    assert open_run.critic is not None
    assert all(torch.equal(value, open_run.critic.state_dict()[name]) for name, value in kept["critic"].items())
    assert set(kept["mean"]) == set(Net(get_subject(game), TINY).state_dict())
    again = Trainer(open_run.plan, TINY, SETTINGS, tmp_path, CPU)
    again.load(folder / CHECKPOINT)
    assert again.critic is not None
    assert all(torch.equal(value, again.critic.state_dict()[name]) for name, value in kept["critic"].items())
    del kept["critic"], kept["critic_optimizer"]
    torch.save(kept, tmp_path / CHECKPOINT)
    (tmp_path / LOG).touch()
    write_files(game, tmp_path)
    assert (tmp_path / PLAYER).read_bytes() == (folder / PLAYER).read_bytes()
    # A file of weights names what it is for in any order: the first bytes differ from one time to the next.
    with safe_open(folder / WEIGHTS, "pt") as released, safe_open(tmp_path / WEIGHTS, "pt") as wanted:
        assert released.metadata() == wanted.metadata()
        assert released.keys() == wanted.keys()
        assert all(torch.equal(released.get_tensor(name), wanted.get_tensor(name)) for name in wanted.keys())  # noqa: SIM118
    assert (folder / WEIGHTS).stat().st_size == (tmp_path / WEIGHTS).stat().st_size
    again.load(tmp_path / CHECKPOINT)  # without one, it goes on as well,
    trainer_in(tmp_path, game).load(folder / CHECKPOINT)  # and without it, too


# --- other names for what is alike ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in LEARNT if hasattr(find_part(game, "learning"), "twins")])
def test_games_under_other_names_are_the_same_games(game: str) -> None:
    """Who takes no notice of names plays the same games; what is learnt from differs in its names alone."""
    subject = get_subject(game)
    rollouts = []
    for permute in (False, True):
        games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 12, 5, CPU)
        rollout = Rollout(games, Settings(steps=120, league={FEWEST: 0.3}, permute=permute))
        names = rollout.names

        def first_legal(
            players: int, seen: Seen, action_of: Tensor, games: Games = games, names: Names | None = names
        ) -> tuple[Tensor, Tensor, Tensor]:
            masks = games.seen.masks
            actions = masks.argmax(1)
            if names is not None:
                actions = names.new_actions(actions, names.ways(masks))
            assert bool((seen.masks.gather(1, actions[:, None]) == 1).all())
            return actions, torch.zeros(12), torch.full((12, players), 1.0 / players)

        rollout.play(first_legal)
        rollouts.append(rollout)
    plain, renamed = rollouts
    assert renamed.names is not None
    assert plain.names is None
    assert bool(plain.results.ended.any())
    for name in ("ended", "shares", "finals", "taken"):
        assert torch.equal(getattr(plain.results, name), getattr(renamed.results, name)), name
    ways = renamed.ways.flatten()
    assert subject.twins is not None
    twins = subject.twins(FEWEST)
    assert set(ways.tolist()) == set(range(len(twins.actions)))
    is_fixed = plain.seen.masks[..., torch.as_tensor(twins.fixed)].any(2).flatten()
    assert bool(is_fixed.any())
    assert bool((ways[is_fixed] == 0).all()), "no other names fit there"
    shown = renamed.names.show(Seen(*(each.flatten(0, 1) for each in plain.seen)), ways)
    for name, found, wanted in zip(Seen._fields, renamed.seen, shown, strict=True):
        assert torch.equal(found.flatten(0, 1), wanted), name
    assert torch.equal(renamed.names.old_actions(renamed.actions.flatten(), ways), plain.actions.flatten())
    at = torch.arange(len(ways))
    batch, usual = (Batches(rollout, subject, 64)._take(at) for rollout in (renamed, plain))
    assert torch.equal(batch.finals, renamed.names.rename("finals", usual.finals, ways))
    assert torch.equal(batch.taken, renamed.names.rename("stakes", usual.taken, ways))
    assert not torch.equal(batch.taken, usual.taken)


@pytest.mark.parametrize("game", [game for game in LEARNT if hasattr(find_part(game, "learning"), "twins")])
def test_a_network_learns_under_other_names(game: str, tmp_path: Path) -> None:
    settings = Settings(steps=16, batch=64, warm_up=2, rate=3e-3, permute=True)
    trainer = Trainer(Plan(game=game, games={FEWEST: 8}, open_critic=True), TINY, settings, tmp_path, CPU)
    trainer.begin()
    assert trainer.rollouts[0].names is not None
    told = trainer.learn(0.0)
    assert all(np.isfinite(value) for value in told.values())


def test_seats_turn_round_and_back() -> None:
    values = torch.tensor([[0.1, 0.2, 0.7], [0.5, 0.3, 0.2]])
    seats = torch.tensor([2, 1], dtype=torch.int8)
    assert relative(values, seats, 3)[:, 0].tolist() == pytest.approx([0.7, 0.3])
    assert torch.equal(absolute(relative(values, seats, 3), seats, 3), values)
    # of three places two are taken: the third one stays where it is
    assert relative(values, seats % 2, 2).tolist() == [pytest.approx([0.1, 0.2, 0.7]), pytest.approx([0.3, 0.5, 0.2])]


def test_networks_begin_without_a_preference(game: str) -> None:
    torch.manual_seed(1)
    subject = get_subject(game)
    net = Net(subject, TINY)
    for players in subject.players:
        spec = subject.spec(players)
        with torch.no_grad():
            answer = net(players, torch.zeros(2, *spec.planes_shape), torch.zeros(2, *spec.globals_shape))
        assert answer.policy.shape == (2, subject.graph(players).num_logits)
        assert answer.value.softmax(1).numpy() == pytest.approx(1 / players, abs=0.05)


# --- a teacher's decisions ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lectures(tmp_path_factory: pytest.TempPathFactory, game: str) -> Path:
    """Records of two games of greedy against somebody who plays at random."""
    folder = tmp_path_factory.mktemp("lectures")
    rules = get_game(game)
    plan = make_plan(MATCH, rules, rules.options({"players": FEWEST}), ("greedy", "uniform"), 2, 5)
    for number in (1, 2):
        _, record = play_numbered(plan, number)
        (folder / f"{number}.game").write_text(record, encoding="utf-8")
    return folder


def test_lessons_are_what_the_teacher_knew_and_did_and_what_came_of_it(lectures: Path, game: str) -> None:
    subject = get_subject(game)
    lessons = read_lessons(lectures, subject, "greedy", 10_000, CPU)
    assert list(lessons) == [FEWEST]
    given = lessons[FEWEST]
    everybody = read_lessons(lectures, subject, None, 10_000, CPU)[FEWEST]
    assert given.count < everybody.count
    seen, slots, shares = given.draw()
    maps = Maps(subject, FEWEST, CPU)
    actions = maps.action_of[slots]
    assert bool((seen.masks.gather(1, actions[:, None]) == 1).all()), "every decision was legal where it was taken"
    assert bool((seen.masks.sum(1) > 1).all()), "only decisions with a choice"
    assert torch.allclose(shares.sum(1), torch.ones(given.count))
    won = [replay(path.read_text()).outcome for path in lectures.glob("*.game")]
    assert all(outcome is not None and outcome.winners for outcome in won)
    assert bool((shares[:, 0] == 1.0).all()), "greedy beat who plays at random, and is the mover everywhere"


def test_a_network_learns_from_lessons_what_the_teacher_does(lectures: Path, tmp_path: Path, game: str) -> None:
    """Before it learns how to play from anything else: lessons come first."""
    subject = get_subject(game)
    settings = replace(SETTINGS, lessons_first=1.0, rate=1e-2)
    lessons = read_lessons(lectures, subject, "greedy", 64, CPU)
    trainer = Trainer(Plan(game=game, games={FEWEST: 4}, seed=3), TINY, settings, tmp_path, CPU, lessons=lessons)
    trainer.begin()
    told = [trainer.learn(0.0)[TAUGHT] for _ in range(30)]
    assert np.mean(told[-3:]) < 0.8 * told[0]
    rate, weights = trainer._weigh(0.5)
    assert rate > 0
    assert weights[:2].tolist() == [0, 0]


def test_at_the_end_of_a_run_lessons_count_for_nothing(lectures: Path, tmp_path: Path, game: str) -> None:
    lessons = read_lessons(lectures, get_subject(game), None, 16, CPU)
    learnt = []
    for given in (lessons, {}):
        trainer = Trainer(Plan(game=game, games={FEWEST: 4}, seed=3), TINY, SETTINGS, tmp_path, CPU, lessons=given)
        trainer.begin()
        rollout = trainer.rollouts[0]
        rollout.play(trainer.decide(trainer.net, 0.0))
        batch = next(trainer.batches[0].draw())
        told = (rollout.games.shape, *arguments(batch, rollout.maps), trainer._weigh(1.0)[1], SETTINGS.clip)
        loss, parts = trainer._losses(trainer.net, *told)
        if given:
            loss, parts = trainer._teach(rollout.games, loss, parts, 0.0)
            assert float(parts[-1]) > 0
        learnt.append(float(loss.detach()))
    assert learnt[0] == pytest.approx(learnt[1])


def test_there_are_no_lessons_where_nothing_was_taught(lectures: Path, tmp_path: Path, game: str) -> None:
    with pytest.raises(GameError, match="there is no folder"):
        asked(tmp_path, game, lessons=tmp_path / "nowhere")
    with pytest.raises(GameError, match=f"no finished game of {game} in which mcts decided"):
        asked(tmp_path, game, lessons=lectures, teacher="mcts")
    other = next(name for name in LEARNT if name != game)
    with pytest.raises(GameError, match=f"no finished game of {other}, as tenka match --records keeps them"):
        asked(tmp_path, other, lessons=lectures)
    with pytest.raises(GameError, match="mcts teaches by records of games: name their folder with --lessons"):
        asked(tmp_path, game, teacher="mcts")
    (tmp_path / "broken.game").write_text("no game", encoding="utf-8")
    with pytest.raises(GameError):
        asked(tmp_path, game, lessons=tmp_path)


# --- bad input ----------------------------------------------------------------------------------------------


def asked(folder: Path, game: str, **others: Any) -> None:
    given: dict[str, Any] = {"minutes": 1e-9, "device": "cpu", "size": "tiny", "games": 2}
    train(Options(game, folder, **(given | others)), lambda line: None)


def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path, run: Path, game: str) -> None:
    with pytest.raises(GameError, match=r"is for .* players, not 9"):
        asked(tmp_path, game, players=[9])
    with pytest.raises(GameError, match="no network of size 'huge'; there are tiny, usual"):
        asked(tmp_path, game, size="huge")
    with pytest.raises(GameError, match="a run is on auto, cpu or cuda, not on 'tpu'"):
        asked(tmp_path, game, device="tpu")
    with pytest.raises(GameError, match="is of another game or size of network"):
        asked(run, game)
    with pytest.raises(GameError, match="has a run already"):
        asked(run, game, start=run / WEIGHTS)
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes((run / WEIGHTS).read_bytes()[:1000])
    with pytest.raises(GameError, match=r"cut\.safetensors cannot be read"):
        asked(tmp_path, game, start=cut)
    with pytest.raises(GameError, match=r"cut\.safetensors cannot be read"):
        asked(tmp_path, game, against=[run / WEIGHTS, cut])
    strange = tmp_path / "strange.safetensors"
    save_weights(Net(get_subject(next(other for other in LEARNT if other != game)), TINY), strange)
    with pytest.raises(GameError, match=r"strange\.safetensors"):
        asked(tmp_path, game, against=[strange])
    if not hasattr(find_part(game, "learning"), "twins"):
        with pytest.raises(GameError, match=f"in {game} nothing is alike that could have other names"):
            asked(tmp_path, game, permute=True)
    with pytest.raises(GameError, match="a share of the games is from 0 to 1"):
        asked(tmp_path, game, opponents_share=1.5)
    with pytest.raises(GameError, match="1 are against others, too few for 2 networks"):
        asked(tmp_path, game, against=[run / WEIGHTS, cut], opponents_share=0.5)
    (tmp_path / CHECKPOINT).write_bytes(b"no such thing")
    with pytest.raises(GameError, match="cannot be read: it is not what a run"):
        asked(tmp_path, game)
    if not torch.cuda.is_available():
        with pytest.raises(GameError, match="torch finds no GPU here; --device cpu learns too"):
            choose_device("cuda")


def test_weights_say_what_they_are_for(run: Path, game: str) -> None:
    with safe_open(run / WEIGHTS, "pt") as opened:
        said = opened.metadata()
    assert said["game"] == game
    assert json.loads(said["shape.blocks"]) == 1


def test_a_network_that_says_no_number_is_not_kept(tmp_path: Path, game: str) -> None:
    trainer = trainer_in(tmp_path, game, minutes=1.0)
    with torch.no_grad():
        trainer.net.value_out.bias.fill_(float("nan"))
    with pytest.raises(GameError, match="says what is no number; nothing of this is kept"):
        trainer.train(lambda line: None)
    assert not (tmp_path / CHECKPOINT).exists()


def test_what_is_not_legal_is_never_chosen_whatever_the_noise(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    seen, maps, net = games.look(), Maps(subject, FEWEST, CPU), Net(subject, TINY)
    noise = torch.tensor(1e12)  # as a logarithm may be that is off
    with torch.no_grad():
        actions, logs, _ = act(net, games.shape, seen.planes, seen.globals, seen.masks, maps.action_of, noise)
    assert bool((seen.masks.gather(1, actions[:, None]) == 1).all())
    assert bool((logs > -100).all())
