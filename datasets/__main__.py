"""``python -m datasets``."""

from datasets.cli import main

if __name__ == "__main__":
    main(prog_name="python -m datasets")
