"""Ratings on the scale of the measured bots, with the games that they came from.

The old ones are on another scale, on which every bot began at 25 and leaving was no loss, so they end here.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(24), sa.ForeignKey("people.id"), primary_key=True),
        *_figures(),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("is_forfeit", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("weight", sa.Double, nullable=False),
    )
    op.create_index("results_by_subject", "results", ["subject", "at"])


def downgrade() -> None:
    op.drop_table("results")
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(60), primary_key=True),
        *_figures(),
        sa.Column("is_bot", sa.Boolean, nullable=False),
    )


def _figures() -> list[sa.Column[Any]]:
    return [
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    ]
