"""What all tests may ask for."""

from tests.postgres.fixtures import database, postgres

__all__ = ["database", "postgres"]
