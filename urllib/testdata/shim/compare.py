"""Compares earl_parse.py with the urllib.parse of the Python that runs this, on
the calls of calls.txt, which no Go program can write.

    EARL_PYSERVER=… python3 urllib/testdata/shim/compare.py

Prints a line for each call on which they differ, and then how many calls there
are. Exits with status 1 if any differs.
"""

import os
import sys
import urllib.parse

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import earl_parse  # noqa: E402


def outcome(module, call):
    """The value with its type, or the exception."""
    try:
        value = eval(call, dict(vars(module)))
    except Exception as e:
        return "raise %s(%a)" % (type(e).__name__, str(e))
    return "%s: %a" % (type(value).__name__, value)


def main():
    n = failed = 0
    with open(os.path.join(FOLDER, "calls.txt"), encoding="ascii") as lines:
        for line in lines:
            name, _, call = line.strip().partition("  ")
            if not call or name == "#":
                continue
            n += 1
            want, got = outcome(urllib.parse, call), outcome(earl_parse, call)
            if got != want:
                failed += 1
                print("%s %s\n\tPython: %s\n\tearl:   %s" % (name, call, want, got))
    print("%d calls" % n)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
