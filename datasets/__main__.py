"""``python -m datasets``."""

from datasets.cli import main

main(prog_name="python -m datasets")
