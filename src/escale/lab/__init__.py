"""For researchers: simulate, measure, compare."""
