"""Reviews of games that are over, ply by ply while they are made."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("engine", sa.String(60), primary_key=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), index=True),
        sa.Column("place", sa.String(24), index=True),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("node", sa.String(24)),
        sa.Column("held_until", sa.Double, nullable=False),
        sa.Column("result", sa.Text),
        sa.Index("reviews_by_status", "status", "asked_at"),
    )
    op.create_table(
        "review_plies",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("engine", sa.String(60), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("review_plies", "reviews"):
        op.drop_table(name)
