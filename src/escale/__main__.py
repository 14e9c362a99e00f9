"""`python -m escale`: the command line."""

from escale.cli import main

main()
