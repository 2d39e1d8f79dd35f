"""Runs the command earl: python -m earl_url audit URL."""

import os
import subprocess
import sys

from ._coprocess import command


def main() -> None:
    args = [command(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(args))
    os.execv(args[0], args)


if __name__ == "__main__":
    main()
