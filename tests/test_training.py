"""Learning: a tiny network for a few steps on the processor, stopped, taken up again, and released."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from tenka.game import GameError
from tenka.games import GAMES, find_part
from tenka.players.neural import Network
from tenka.training.command import CURVES, PLAYER, WEIGHTS, choose_device, train, write_files
from tenka.training.curves import draw_curves, read_curves
from tenka.training.evaluate import against_greedy
from tenka.training.export import load_checkpoint, load_weights
from tenka.training.games import Games
from tenka.training.net import Net, Shape
from tenka.training.ppo import Maps, Rollout, Settings, absolute, act, relative
from tenka.training.run import CHECKPOINT, LOG, Plan, Trainer
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
        patch.setattr("tenka.training.run.against_greedy", partial(against_greedy, most_steps=100))
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
    trainer._begin()
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
    (points,) = read_curves(run / LOG).values()
    minutes, share, error = points[0]
    assert minutes > 0
    assert 0 <= share <= 1
    assert error >= 0
    assert f"{FEWEST} players" in draw_curves(run / LOG, "a title")
    assert (run / CURVES).read_text().startswith("<svg")


def test_returns_are_traced_back_from_the_end_of_a_game(game: str) -> None:
    """With a trace of 1 every decision of a finished game is worth just what came of it, for every seat."""
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 4, 5, CPU)
    rollout = Rollout(games, Settings(steps=600, league={}))

    def any_legal(players: int, planes, globals_, masks, action_of):  # type: ignore[no-untyped-def]
        return torch.multinomial(masks.float(), 1)[:, 0], torch.zeros(4), torch.full((4, players), 1.0 / players)

    rollout.play(any_legal, 1.0)
    assert bool(rollout.results.ended.any())
    for step, place in torch.nonzero(rollout.ends >= 0).tolist():
        end = int(rollout.ends[step, place])
        assert torch.equal(rollout.returns[step, place], rollout.results.shares[end, place])
        assert abs(float(rollout.returns[step, place].sum()) - 1.0) < 1e-5


def test_in_games_of_the_league_only_own_decisions_teach_the_policy(game: str) -> None:
    subject = get_subject(game)
    games = Games(subject, FEWEST, [subject.rules_of(FEWEST, {})], 8, 5, CPU)
    rollout = Rollout(games, SETTINGS)

    def first_legal(players: int, planes, globals_, masks, action_of):  # type: ignore[no-untyped-def]
        return masks.argmax(1), torch.zeros(8), torch.full((8, players), 1.0 / players)

    rollout.play(first_legal, 0.95)
    assert rollout.num_league == 4
    seats, own = rollout.seats.long(), torch.arange(8) % FEWEST
    assert torch.equal(rollout.is_own[:, :4].bool(), (seats == own)[:, :4])
    assert bool((rollout.is_own[:, 4:] == 1).all())
    assert 0 < float(rollout.is_own[:, :4].mean()) < 1


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


# --- bad input ----------------------------------------------------------------------------------------------


def asked(folder: Path, game: str, **others: object) -> None:
    given = {
        "game": game,
        "folder": folder,
        "minutes": 1e-9,
        "players": [],
        "device_name": "cpu",
        "size": "tiny",
        "games": 2,
        "start": None,
        "anneal": False,
        "seed": 1,
        "tell": lambda line: None,
    }
    train(**(given | others))  # type: ignore[arg-type]


def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path, run: Path, game: str) -> None:
    with pytest.raises(GameError, match=r"is for .* players, not 9"):
        asked(tmp_path, game, players=[9])
    with pytest.raises(GameError, match="no network of size 'huge'; there are tiny, usual"):
        asked(tmp_path, game, size="huge")
    with pytest.raises(GameError, match="a run is on auto, cpu or cuda, not on 'tpu'"):
        asked(tmp_path, game, device_name="tpu")
    with pytest.raises(GameError, match="is of another game or size of network"):
        asked(run, game)
    with pytest.raises(GameError, match="has a run already"):
        asked(run, game, start=run / WEIGHTS)
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes((run / WEIGHTS).read_bytes()[:1000])
    with pytest.raises(GameError, match=r"cut\.safetensors cannot be read"):
        asked(tmp_path, game, start=cut)
    (tmp_path / CHECKPOINT).write_bytes(b"no such thing")
    with pytest.raises(GameError, match="cannot be read: it is not what a run"):
        asked(tmp_path, game)
    if not torch.cuda.is_available():
        with pytest.raises(GameError, match="torch finds no GPU here; --device cpu learns too"):
            choose_device("cuda")


def test_weights_say_what_they_are_for(run: Path, game: str) -> None:
    from safetensors import safe_open

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
