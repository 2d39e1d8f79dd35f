"""Writes nameprep.txt: what CPython's stringprep makes of characters.

    python3 nameprep.py INTERPRETER... > nameprep.txt

The interpreters must cover the branches 3.8 to 3.15, and releases on both
sides of gh-155292, which made mappings those of Unicode 3.2 alone.
"""

import json
import platform
import stringprep
import subprocess
import sys
import unicodedata

OLD = unicodedata.ucd_3_2_0
TABLES = "c12 c22 c3 c4 c5 c6 c7 c8 c9".split()


def examine():
    """Prints, as JSON, the facts of the running interpreter."""
    chars = [chr(c) for c in range(0x110000)]
    prohibits = [getattr(stringprep, "in_table_" + t) for t in TABLES]
    sets = {
        "nothing": [ord(c) for c in chars if stringprep.in_table_b1(c)],
        "prohibited": [ord(c) for c in chars if any(t(c) for t in prohibits)],
        "randal": [ord(c) for c in chars if stringprep.in_table_d1(c)],
        "lcat": [ord(c) for c in chars if stringprep.in_table_d2(c)],
        "unassigned": [ord(c) for c in chars if stringprep.in_table_a1(c)],
    }
    hangul = range(0xAC00, 0xD7A4)
    compose = {}
    for c in chars:
        parts = unicodedata.decomposition(c)
        if parts and "<" not in parts and " " in parts and ord(c) not in hangul:
            pair = [int(p, 16) for p in parts.split()]
            if OLD.normalize("NFC", "".join(map(chr, pair))) == c:
                compose["%X %X" % tuple(pair)] = ord(c)
    print(json.dumps({
        "version": platform.python_version(),
        "sets": sets,
        "map": {ord(c): m for c in chars for m in [stringprep.map_table_b2(c)] if m != c},
        "decompose": {ord(c): d for c in chars if ord(c) not in hangul for d in [OLD.normalize("NFKD", c)] if d != c},
        "class": {ord(c): unicodedata.combining(c) for c in chars if unicodedata.combining(c)},
        "compose": compose,
    }))


def strict(version):
    """Reports whether the release has gh-155292, as far as change logs say."""
    minor, patch = map(int, version.split(".")[1:])
    return patch >= {10: 22, 11: 17, 12: 15, 13: 16, 14: 8, 15: 0}.get(minor, 255)


def runs(codes):
    out = []
    for c in codes:
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return ",".join("%X" % a if a == b else "%X-%X" % (a, b) for a, b in out)


def text(s):
    return "+".join("%X" % ord(c) for c in s)


def main():
    found = [json.loads(subprocess.check_output([p, __file__, "--examine"])) for p in sys.argv[1:]]
    found.sort(key=lambda f: tuple(map(int, f["version"].split("."))))
    print("# Written by nameprep.py from CPython " + ", ".join(f["version"] for f in found) + "; do not edit.")
    print("# set NAME RUNS; map loose|strict BRANCH CODE TEXT; decompose CODE TEXT; class BRANCH NUMBER RUNS; compose BRANCH FIRST SECOND CODE")
    print("# BRANCH is the first that has it. Maps are strict since gh-155292.")
    for name, codes in found[0]["sets"].items():
        assert all(f["sets"][name] == codes for f in found), name
        print("set", name, runs(codes))
    for era in ("loose", "strict"):
        known = {}
        for f in found:
            if strict(f["version"]) != (era == "strict"):
                continue
            new = {int(c): m for c, m in f["map"].items()}
            assert all(new.get(c) == m for c, m in known.items())
            assert era == "loose" or not known or known == new
            for c, m in sorted(new.items()):
                if c not in known:
                    print("map", era, f["version"].split(".")[1] if era == "loose" else 8, "%X" % c, text(m))
            known = new
    assert all(f["decompose"] == found[0]["decompose"] for f in found)
    for c, d in found[0]["decompose"].items():
        print("decompose %X %s" % (int(c), text(d)))
    classes, compose = {}, {}
    for f in found:
        branch = f["version"].split(".")[1]
        new = {int(c): n for c, n in f["class"].items()}
        assert all(new.get(c) == n for c, n in classes.items())
        for n in sorted(set(new.values())):
            fresh = [c for c in sorted(new) if new[c] == n and c not in classes]
            if fresh:
                print("class", branch, n, runs(fresh))
        classes = new
        assert all(f["compose"].get(p) == c for p, c in compose.items())
        for pair, c in f["compose"].items():
            if pair not in compose:
                print("compose", branch, pair, "%X" % c)
        compose = f["compose"]


if __name__ == "__main__":
    examine() if sys.argv[1:] == ["--examine"] else main()
