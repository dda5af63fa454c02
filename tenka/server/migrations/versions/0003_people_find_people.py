"""Who is to be told when it is their turn, and tables that wait for anybody."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "listeners",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), index=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("listener", sa.String(24), sa.ForeignKey("listeners.id"), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.Double, index=True),
    )
    op.create_table(
        "pairings",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("wanted", sa.String(64), nullable=False, index=True),
        sa.Column("maker", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("bot_at", sa.Double, index=True),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("tables_by_update", "tables", ["updated_at"])


def downgrade() -> None:
    op.drop_index("tables_by_update", "tables")
    for name in ("pairings", "calls", "listeners"):
        op.drop_table(name)
