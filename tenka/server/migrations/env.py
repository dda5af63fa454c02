"""Alembic runs this for every migration; `tenka.server.database` hands it the connection."""

from alembic import context

from tenka.server.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
