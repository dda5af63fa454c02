"""Real servers, as for the tests that know no game."""

from tests.server.conftest import cluster, guest, node, nodes, other, single

__all__ = ["cluster", "guest", "node", "nodes", "other", "single"]
