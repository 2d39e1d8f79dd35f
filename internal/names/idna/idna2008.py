"""Writes idna2008.txt, which idna2008.go reads in place.

    python3.13 idna2008.py

This needs the PyPI package idna 3.20, which has Unicode 18.0.0, and CPython 3.13, which has 15.1.0. A line has 16
bytes: a class, and the first and the last code point of a range. Lines are
sorted. The classes are

    X  status valid or deviation in UTS #46 (unicode.txt), but neither PVALID,
       CONTEXTJ nor CONTEXTO in IDNA 2008 (RFC 5892)
    C  another form in Normalization Form KC of Unicode 15.1.0
    G H J K N  the scripts Greek, Hebrew, Hiragana, Katakana and Han
"""

import os
import sys
import unicodedata

import idna
from idna import idnadata

HERE = os.path.dirname(os.path.abspath(__file__))


def points(ranges):
    return {cp for r in ranges for cp in range(r >> 32, r & 0xFFFFFFFF)}


def valid():
    """The code points that are valid in UTS #46."""
    found = set()
    with open(os.path.join(HERE, "unicode.txt"), encoding="utf-8") as f:
        for line in f:
            words = line.split()
            if not line.startswith("#") and words[1][0] in "VD":
                first, _, last = words[0].partition("-")
                found.update(range(max(0x80, int(first, 16)), int(last or first, 16) + 1))
    return found


def main():
    if (idna.__version__, idnadata.__version__, unicodedata.unidata_version) != ("3.20", "18.0.0", "15.1.0"):
        sys.exit("needs the package idna 3.20 and CPython 3.13")
    allowed = set().union(*(points(r) for r in idnadata.codepoint_classes.values()))
    if not {cp for cp in allowed if cp >= 0x80} <= valid():
        sys.exit("IDNA 2008 allows what UTS #46 does not")
    classes = {"X": valid() - allowed}
    classes["C"] = {cp for cp in range(0x80, 0x110000) if unicodedata.normalize("NFKC", chr(cp)) != chr(cp)}
    for letter, script in zip("GHJKN", ("Greek", "Hebrew", "Hiragana", "Katakana", "Han")):
        classes[letter] = points(idnadata.scripts[script])
    lines = []
    for letter, members in classes.items():
        for cp in sorted(members):
            if cp - 1 in members:
                lines[-1] = lines[-1][:9] + "%06X\n" % cp
            else:
                lines.append("%s %06X %06X\n" % (letter, cp, cp))
    with open(os.path.join(HERE, "idna2008.txt"), "w", encoding="ascii") as f:
        f.write("#by idna2008.py\n" + "".join(sorted(lines)))


main()
