"""What of the numbers that a server counts is the same however fast the machine is."""

from __future__ import annotations

TIMES = (b"_bucket", b"_sum", b"_created")  # how the names of series end that hold times


def without_times(answer: bytes) -> bytes:
    """The lines of `/metrics` but for times, and for headers, which tell how long it all is."""
    lines = (line for line in answer.splitlines() if line.startswith((b"#", b"escale_")))
    return b"\n".join(line for line in lines if not _name(line).endswith(TIMES))


def _name(line: bytes) -> bytes:
    """Of the series; of a line of help, its first words."""
    return line.partition(b"{")[0].partition(b" ")[0]
