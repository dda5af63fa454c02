"""Who made a table and where, so that nobody has too many; names that look alike; codes to come back with; blocks."""

import sqlalchemy as sa
from alembic import op

from tenka.server.names import look_of

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("maker", sa.String(24)))
    op.add_column("tables", sa.Column("place", sa.String(24)))
    op.create_index("tables_by_maker", "tables", ["maker", "status"])
    op.create_index("tables_by_place", "tables", ["place", "status"])
    op.add_column("people", sa.Column("look", sa.String(80)))
    op.add_column("people", sa.Column("closed_at", sa.Double))
    op.create_index("people_by_look", "people", ["look"])
    people = sa.table("people", sa.column("id", sa.String), sa.column("name", sa.String), sa.column("look", sa.String))
    connection = op.get_bind()
    for row in connection.execute(sa.select(people.c.id, people.c.name)).all():
        connection.execute(people.update().where(people.c.id == row.id).values(look=look_of(row.name)))
    op.create_table(
        "codes",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False, index=True),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("other", sa.String(24), sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("facts", "blocks", "codes"):
        op.drop_table(name)
    op.drop_index("people_by_look", "people")
    op.drop_index("tables_by_maker", "tables")
    op.drop_index("tables_by_place", "tables")
    for table, name in (("people", "look"), ("people", "closed_at"), ("tables", "maker"), ("tables", "place")):
        op.drop_column(table, name)
