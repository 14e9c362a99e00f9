"""One live match: seats, moves, takebacks, as a fold over its events. Pure: no input or output, no clock of its own."""
