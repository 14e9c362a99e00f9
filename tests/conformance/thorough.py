"""How much is tried: in `./run test` some of what there is of a kind, in `./run soak` all of it."""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("ESCALE_THOROUGH"))
