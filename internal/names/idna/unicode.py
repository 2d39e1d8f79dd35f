"""Writes unicode.txt, which gen.go turns into tables, and testdata/nfc.sum.

    python3 unicode.py TR46 UNICODE IDNA

These are the unpacked npm packages tr46 7.0.0 and @unicode/unicode-18.0.0
2.0.7, and PyPI's idna 3.20; PyPI's unicodedata2 18.0.0 and a node that reads
@unicode are needed. Each fact comes from at least two of them, and a
difference is an error:

    status and mapping    tr46, idna
    Bidi_Class            @unicode, and unicodedata2 where assigned
    Joining_Type          @unicode, idna
    General_Category      unicodedata2, @unicode
    combining class       unicodedata2, and Python's own unicodedata where assigned
    decomposition         unicodedata2, its NFD, and Python's own unicodedata where assigned
    composition           @unicode, unicodedata2.normalize

A line of unicode.txt is a range of code points and words:

    V I X          IDNA status: valid, ignored, disallowed
    M+32 M:73,73   mapped: to the code point so much higher, to a sequence
    D:73,73        deviation, and its transitional mapping, which may be empty
    L R AL EN ...  Bidi_Class
    jD jL jR jT    Joining_Type dual, left, right, transparent; others are left out
    m              General_Category is Mark
    c230           combining class, if not 0
    =41,300        canonical decomposition mapping, one step
    x              composition does not give this code point back

Code points that are X and L and nothing else are left out. Numbers behind
c and + are decimal, others hexadecimal.
"""

import hashlib
import json
import os
import subprocess
import sys
import unicodedata as older

import unicodedata2 as unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 0x110000
HANGUL = range(0xAC00, 0xD7A4)


def load(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return json.load(f)


def node(package, name):
    """What a module of @unicode exports: code points, or a map from them."""
    script = """
        import(process.argv[1]).then(({default: x}) => console.log(JSON.stringify(
            Array.isArray(x) ? x : [...x].map(([k, v]) => [k, [v].flat()]))))"""
    path = "file://" + os.path.abspath(os.path.join(package, name, "code-points.mjs"))
    return json.loads(subprocess.run(["node", "-e", script, path], stdout=subprocess.PIPE, check=True).stdout)


def by_value(package, name, short):
    """A property of @unicode as a dict, its values in their short form."""
    out = {}
    for value, to in short.items():
        for cp in node(package, name + "/" + value):
            assert cp not in out
            out[cp] = to
    return out


def check(what, cp, a, b):
    if a != b:
        sys.exit("%s of U+%04X: %r and %r" % (what, cp, a, b))


def statuses(tr46):
    """IDNA status and mapping of each code point, as words of unicode.txt."""
    package = load(tr46, "package.json")
    assert package["version"] == "7.0.0" and package["unicodeVersion"] == "18.0.0"
    words, mapped = [None] * LIMIT, {}
    for row in load(tr46, "lib/mappingTable.json"):
        at, status = row[:2]
        first, last = (at, at) if isinstance(at, int) else at
        for cp in range(first, last + 1):
            assert words[cp] is None
            if status == 1:
                mapped[cp] = row[2]
                to = [ord(c) for c in row[2]]
                words[cp] = "M+%d" % (to[0] - cp) if len(to) == 1 and to[0] > cp else "M:" + hexes(to)
            else:
                words[cp] = {2: "V", 3: "X", 6: "D:", 7: "I"}[status]
                if status == 6:
                    words[cp] += hexes(map(ord, row[2]))
    return words, mapped


def hexes(cps):
    return ",".join("%X" % cp for cp in cps)


def check_statuses(words, mapped):
    """Compares with PyPI's idna, which has ranges that begin at uts46_starts."""
    from idna import uts46data

    assert uts46data.__version__ == "18.0.0"
    starts = list(uts46data.uts46_starts) + [LIMIT]
    for i, status in enumerate(uts46data.uts46_statuses):
        for cp in range(starts[i], starts[i + 1]):
            check("status", cp, words[cp][0], chr(status))
            if chr(status) == "M":
                check("mapping", cp, mapped[cp], uts46data.uts46_replacements[i])


BIDI = {
    "Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "Arabic_Number": "AN", "European_Number": "EN",
    "European_Separator": "ES", "European_Terminator": "ET", "Common_Separator": "CS", "Nonspacing_Mark": "NSM",
    "Boundary_Neutral": "BN", "Other_Neutral": "ON", "Paragraph_Separator": "B", "Segment_Separator": "S",
    "White_Space": "WS", "Left_To_Right_Embedding": "LRE", "Left_To_Right_Override": "LRO", "Right_To_Left_Embedding": "RLE",
    "Right_To_Left_Override": "RLO", "Pop_Directional_Format": "PDF", "Left_To_Right_Isolate": "LRI",
    "Right_To_Left_Isolate": "RLI", "First_Strong_Isolate": "FSI", "Pop_Directional_Isolate": "PDI",
}
# Bidi_Class of code points that are not assigned, by the "@missing" lines of DerivedBidiClass.txt; L elsewhere.
MISSING = (
    ("R", 0x0590, 0x05FF), ("AL", 0x0600, 0x07BF), ("R", 0x07C0, 0x085F), ("AL", 0x0860, 0x08FF), ("ET", 0x20A0, 0x20CF),
    ("R", 0xFB1D, 0xFB4F), ("AL", 0xFB50, 0xFDCF), ("AL", 0xFDF0, 0xFDFF), ("AL", 0xFE70, 0xFEFF), ("R", 0x10800, 0x10CFF),
    ("AL", 0x10D00, 0x10D3F), ("R", 0x10D40, 0x10EBF), ("AL", 0x10EC0, 0x10EFF), ("R", 0x10F00, 0x10F2F),
    ("AL", 0x10F30, 0x10F6F), ("R", 0x10F70, 0x10FFF), ("R", 0x1E800, 0x1EC6F), ("AL", 0x1EC70, 0x1ECBF),
    ("R", 0x1ECC0, 0x1ECFF), ("AL", 0x1ED00, 0x1ED4F), ("R", 0x1ED50, 0x1EDFF), ("AL", 0x1EE00, 0x1EEFF),
    ("R", 0x1EF00, 0x1EFFF), ("BN", 0x2065, 0x2065), ("BN", 0xFDD0, 0xFDEF), ("BN", 0xFFF0, 0xFFF8), ("BN", 0xE0000, 0xE0FFF),
    *(("BN", plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, LIMIT, 0x10000)),
)
# @unicode has the Joining_Type of ArabicShaping.txt alone. There other marks and format characters are transparent,
# except a few that the file lists as non-joining.
NON_JOINING = {0x06DD, 0x0890, 0x0891, 0x08E2, 0x180E, 0x200C, 0x110BD, 0x110CD, *range(0x0600, 0x0606), *range(0x2066, 0x206A)}
JOINING = {"Dual_Joining": "D", "Left_Joining": "L", "Right_Joining": "R", "Transparent": "T"}


def text_of(cps):
    return "".join(map(chr, cps))


def decompositions(unicode):
    """Canonical decomposition mappings, and what composition leaves out."""
    raw = {}
    for cp in range(LIMIT):
        if cp not in HANGUL:
            text = unicodedata.decomposition(chr(cp))
            if text and text[0] != "<":
                raw[cp] = [int(x, 16) for x in text.split()]
                check("decomposition", cp, unicodedata.normalize("NFD", text_of(raw[cp])), unicodedata.normalize("NFD", chr(cp)))
            if older.category(chr(cp)) != "Cn":
                check("decomposition", cp, text, older.decomposition(chr(cp)))
    script = set(node(unicode, "Binary_Property/Composition_Exclusion"))
    full = set(node(unicode, "Binary_Property/Full_Composition_Exclusion"))
    for cp, to in raw.items():
        out = len(to) == 1 or cp in script or unicodedata.combining(chr(cp)) or unicodedata.combining(chr(to[0]))
        check("composition", cp, bool(out), cp in full)
        check("composition", cp, unicodedata.normalize("NFC", chr(cp)) != chr(cp), cp in full)
    return raw, full


def joining():
    """Joining_Type of what PyPI's idna has; its ranges are first << 32 | last + 1."""
    from idna import idnadata

    assert idnadata.__version__ == "18.0.0"
    for kind, ranges in idnadata.joining_types.items():
        for r in ranges:
            for cp in range(r >> 32, r & 0xFFFFFFFF):
                yield cp, kind


def records(tr46, unicode):
    assert unicodedata.unidata_version == "18.0.0"
    assert load(unicode, "package.json")["version"] == "2.0.7"
    words, mapped = statuses(tr46)
    check_statuses(words, mapped)
    bidi = by_value(unicode, "Bidi_Class", BIDI)
    join = by_value(unicode, "Joining_Type", JOINING)
    listed, others = set(join), set(node(unicode, "Joining_Type/Join_Causing"))
    for cp in range(LIMIT):
        if cp not in listed | others | NON_JOINING and unicodedata.category(chr(cp)) in ("Mn", "Me", "Cf"):
            join[cp] = "T"
    check("Joining_Type", 0, set(join.items()) ^ {(cp, t) for cp, t in joining() if t in "DLRT"}, set())
    marks = set(node(unicode, "General_Category/Mark"))
    missing = {cp: to for to, first, last in MISSING for cp in range(first, last + 1)}
    decomposed, excluded = decompositions(unicode)
    for cp in range(LIMIT):
        c = chr(cp)
        mark, ccc = unicodedata.category(c)[0] == "M", unicodedata.combining(c)
        check("Bidi_Class", cp, bidi.setdefault(cp, missing.get(cp, "L")), unicodedata.bidirectional(c) or bidi[cp])
        check("General_Category", cp, mark, cp in marks)
        if older.category(c) != "Cn":
            check("combining class", cp, ccc, older.combining(c))
        out = [words[cp], bidi[cp]]
        if cp in join:
            out.append("j" + join[cp])
        if mark:
            out.append("m")
        if ccc:
            out.append("c%d" % ccc)
        if cp in decomposed:
            out.append("=" + hexes(decomposed[cp]))
        if cp in excluded:
            out.append("x")
        yield " ".join(out)


HEAD = """\
# What UTS #46 and UAX #15 need to know of each code point, written by
# unicode.py, which explains the words. Do not edit.
# Unicode 18.0.0, from the npm packages tr46 7.0.0 and @unicode/unicode-18.0.0
# 2.0.7 and from PyPI's idna 3.20 and unicodedata2 18.0.0.
"""


def write(packages):
    with open(os.path.join(HERE, "unicode.txt"), "w", encoding="ascii", newline="\n") as f:
        f.write(HEAD)
        start, last = 0, None
        for cp, record in enumerate(list(records(*packages)) + [""]):
            if record == last:
                continue
            if last and last != "X L":
                f.write("%04X%s %s\n" % (start, "-%04X" % (cp - 1) if cp - 1 > start else "", last))
            start, last = cp, record


class Random:
    """A linear congruential generator that the test repeats (Knuth's MMIX)."""

    def __init__(self):
        self.state = 17

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def normalized():
    """Yields for each kind of input its name and the normal forms in turn."""
    points = [chr(cp) for cp in range(LIMIT) if not 0xD800 <= cp < 0xE000]
    marks = [c for c in points if unicodedata.combining(c)]
    moving = [c for c in points if unicodedata.normalize("NFD", c) != c or unicodedata.normalize("NFC", c) != c]
    moving += marks + list("aeo<=>") + [chr(cp) for cp in range(0x1100, 0x1200)]
    nfc = lambda s: unicodedata.normalize("NFC", s)
    yield "alone", (nfc(c) for c in points)
    yield "marked", (nfc("e" + c + "\u0316" + c + "\u0301\u0338") for c in points)
    yield "marks", (nfc("a\u0315" + a + b) for a in marks for b in marks[::7])
    composed = [c for c in points if nfc(c) == c and ord(c) not in HANGUL]
    halves = [unicodedata.decomposition(c).split() for c in composed]
    firsts = sorted({int(x[0], 16) for x in halves if len(x) == 2 and x[0][0] != "<"})
    long = [c for c in points if unicodedata.normalize("NFD", c) != c and ord(c) not in HANGUL]
    yield "pairs", (nfc(chr(a) + b) for a in firsts for b in long)
    r = Random()
    pick = lambda: moving[r.below(len(moving))]
    yield "mixed", (nfc("".join(pick() for _ in range(r.below(12)))) for _ in range(200000))


def sums():
    with open(os.path.join(HERE, "testdata", "nfc.sum"), "w", encoding="ascii", newline="\n") as f:
        f.write("# One SHA-256 of NFC by unicodedata2 18.0.0 for each kind of input of unicode.py. Do not edit.\n")
        for name, results in normalized():
            h = hashlib.sha256()
            for s in results:
                h.update(s.encode() + b"\n")
            f.write("%s %s\n" % (name, h.hexdigest()))


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[3])
    write(sys.argv[1:3])
    sums()
