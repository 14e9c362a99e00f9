"""Keys and tokens: made of chance, kept as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
TABLE_LETTERS = 8
INVITATION_LETTERS = 12
SIGNATURE_BYTES = 16
LONGEST_TOKEN = 100


def new_token() -> str:
    """256 bits for a browser's token, which is then signed."""
    return secrets.token_urlsafe(32)


def new_link() -> str:
    """A private link's key: a seat knows it as it knows a token, but none looks like it."""
    return f"link.{new_token()}"


def is_old(text: str) -> bool:
    """Whether a token was made before they were signed, and links marked: neither of those is without a dot."""
    return "." not in text


def new_key() -> str:
    """A key to sign browsers' tokens with."""
    return secrets.token_hex(32)


def signed(token: str, key: str) -> str:
    """A token that shows by itself that it was made here."""
    return f"{token}.{_signature(token, key)}"


def is_signed(text: str, key: str) -> bool:
    """Whether a token was signed with this key."""
    token, _, signature = text.rpartition(".")
    return hmac.compare_digest(signature.encode(), _signature(token, key).encode())


def _signature(token: str, key: str) -> str:
    digest = hmac.digest(key.encode(), token.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode().rstrip("=")


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random, so a fast hash is safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def table_id() -> str:
    """A short public id: whoever has it may watch."""
    return _letters(TABLE_LETTERS)


def table_id_for(text: str) -> str:
    """The same id for the same text."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(TABLE_LETTERS))


def invitation() -> str:
    """A key that opens the open seats of a table."""
    return _letters(INVITATION_LETTERS)


def _letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))
