"""Writes multibyte.txt: the tables of CPython's East Asian codecs.

    python3 multibyte.py INTERPRETER... > multibyte.txt

The tables are the first interpreter's. The others must have the same.
"""

import hashlib
import platform
import subprocess
import sys

WIDE = range(0x81, 0xFF)
HIGH = range(0xA1, 0xFF)
CODE_POINTS = [c for c in range(0x80, 0x30000) if not 0xD800 <= c < 0xE000]


def decode(codec, octets):
    """Returns what octets decode to as a whole, or None."""
    try:
        got = octets.decode(codec)
    except UnicodeDecodeError:
        return None
    if len(got) > 1 and len(octets) > 1 and octets[:1].decode(codec, "ignore"):
        return None  # a character and another one
    return got


def encode(codec, char):
    try:
        return char.encode(codec)
    except UnicodeEncodeError:
        return None


def shift_jis(row, cell):
    """Returns the Shift_JIS form of a cell of plane 1."""
    lead, trail = row - 0x21 >> 1, cell - 0x21 + (0 if row & 1 else 0x5E)
    return bytes([lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41)])


# The rows of plane 2 of JIS X 0213, in the order in which Shift_JIS-2004 has them.
PLANE2 = [0x21, 0x28, 0x23, 0x24, 0x25, 0x2C, 0x2D, 0x2E, 0x2F, *range(0x6E, 0x7F)]


def shift_jis_plane2(row, cell):
    at = PLANE2.index(row)
    trail = cell - 0x21 + (0x5E if at % 2 else 0)
    return bytes([0xF0 + at // 2, trail + (0x40 if trail < 0x3F else 0x41)])


# name, the decoder, its leads and trails, and the table that it adds to.
DECODE = [
    ("gb2312", lambda a, b: decode("gb2312", bytes([a, b])), HIGH, HIGH, None),
    ("gbk", lambda a, b: decode("gbk", bytes([a, b])), WIDE, range(0x40, 0xFF), "gb2312"),
    ("gb18030", lambda a, b: decode("gb18030", bytes([a, b])), WIDE, range(0x40, 0xFF), "gbk"),
    ("big5", lambda a, b: decode("big5", bytes([a, b])), WIDE, range(0x40, 0xFF), None),
    ("cp950", lambda a, b: decode("cp950", bytes([a, b])), WIDE, range(0x40, 0xFF), "big5"),
    ("big5hkscs", lambda a, b: decode("big5hkscs", bytes([a, b])), WIDE, range(0x40, 0xFF), "big5"),
    ("cp949", lambda a, b: decode("cp949", bytes([a, b])), WIDE, range(0x40, 0xFF), None),
    ("jisx0208", lambda a, b: decode("euc_jp", bytes([a, b])), HIGH, HIGH, None),
    ("jisx0212", lambda a, b: decode("euc_jp", bytes([0x8F, a, b])), HIGH, HIGH, None),
    ("jisx0213_1", lambda a, b: decode("shift_jis_2004", shift_jis(a & 0x7F, b & 0x7F)), HIGH, HIGH, "jisx0208"),
    ("jisx0213_2", lambda a, b: decode("shift_jis_2004", shift_jis_plane2(a & 0x7F, b & 0x7F)),
     [0x80 | row for row in PLANE2], HIGH, None),
    ("cp932", lambda a, b: decode("cp932", bytes([a, b])), range(0x81, 0xF0), range(0x40, 0xFD), "shift_jis"),
    ("cp932", lambda a, b: decode("cp932", bytes([a, b])), range(0xFA, 0xFD), range(0x40, 0xFD), "shift_jis"),
]


def two(octets):
    """Returns the number of two octets, None for anything else."""
    return octets[0] << 8 | octets[1] if octets and len(octets) == 2 else None


def encode_jis(char):
    """JIS X 0208, or JIS X 0212 with the high bit."""
    got = encode("euc_jp", char)
    if not got or len(got) == 1 or got[0] == 0x8E:
        return None
    return two(got) & 0x7F7F if len(got) == 2 else 0x8000 | two(got[1:]) & 0x7F7F


def encode_jisx0213(char):
    """JIS X 0213, with the high bit for plane 2."""
    got = encode("shift_jis_2004", char)
    return CELLS.get(got)


CELLS = {shift_jis(r, c): r << 8 | c for r in range(0x21, 0x7F) for c in range(0x21, 0x7F)}
CELLS.update({shift_jis_plane2(r, c): 0x8000 | r << 8 | c for r in PLANE2 for c in range(0x21, 0x7F)})

ENCODE = [
    ("gbk", lambda c: two(encode("gbk", c)), None),
    ("gb18030", lambda c: two(encode("gb18030", c)), "gbk"),
    ("big5", lambda c: two(encode("big5", c)), None),
    ("cp950", lambda c: two(encode("cp950", c)), "big5"),
    ("big5hkscs", lambda c: two(encode("big5hkscs", c)), "big5"),
    ("cp949", lambda c: two(encode("cp949", c)), None),
    ("jisx0208", encode_jis, None),
    ("jisx0213", encode_jisx0213, "jisx0208"),
    ("cp932", lambda c: two(encode("cp932", c)) if not "\ue000" <= c < "\ue758" else None, "shift_jis"),
]


def runs(values):
    """Writes code points as hexadecimal runs: 4E02,4E04-4E06,-3,X where -3
    stands for three that the table leaves to the one it adds to, X for one
    that is undefined though that table has it, and 304B+309A for two."""
    out, i = [], 0
    while i < len(values):
        v, j = values[i], i + 1
        if v is None:
            while j < len(values) and values[j] is None:
                j += 1
            out.append("-%X" % (j - i))
        elif v == "X" or len(v) == 2:
            out.append("+".join("X" if c == "X" else "%X" % ord(c) for c in v))
        else:
            while j < len(values) and values[j] not in (None, "X") and len(values[j]) == 1 and ord(values[j]) == ord(v) + j - i:
                j += 1
            out.append("%X" % ord(v) if j == i + 1 else "%X-%X" % (ord(v), ord(values[j - 1])))
        i = j
    return ",".join(out)


def decoders():
    tables = {"shift_jis": {(a, b): decode("shift_jis", bytes([a, b])) for a in range(0x81, 0xFD) for b in range(0x40, 0xFD)}}
    for name, get, leads, trails, base in DECODE:
        table = tables.setdefault(name, {})
        for a in leads:
            row = []
            for b in trails:
                got = table[a, b] = get(a, b)
                if base and got == tables[base].get((a, b)):
                    got = None
                elif base and got is None:
                    got = "X"
                row.append(got)
            while row and row[-1] is None:
                row.pop()
            skip = 0
            while skip < len(row) and row[skip] is None:
                skip += 1
            if row:
                yield "decode %s %X %X %s" % (name, a, trails[0] + skip, runs(row[skip:]))
    # What the code takes for granted: EUC-KR is the quarter of CP949 with two high
    # octets, where A4D4 begins a syllable in eight octets.
    for a in WIDE:
        for b in range(0x40, 0xFF):
            want = tables["cp949"][a, b] if a in HIGH and b in HIGH and (a, b) != (0xA4, 0xD4) else None
            assert decode("euc_kr", bytes([a, b])) == want, (a, b)


def encoders():
    tables = {"shift_jis": {c: two(encode("shift_jis", chr(c))) for c in CODE_POINTS}}
    for name, get, base in ENCODE:
        table = tables[name] = {}
        line, last = [], -2
        for c in CODE_POINTS:
            got = table[c] = get(chr(c))
            if base:
                had = tables[base].get(c)
                if base == "jisx0208" and had is not None and had & 0x8000:
                    had = None  # JIS X 0212 is no part of JIS X 0213
                if got == had:
                    continue
                if got is None:
                    got = "X"
            if got is not None:
                line.append(("" if c == last + 1 else "%X:" % c) + ("X" if got == "X" else "%X" % got))
                last = c
        yield "encode %s %s" % (name, ",".join(line))


def four():
    """The runs of code points that GB 18030 numbers with four octets below U+10000."""
    run = None
    for c in [*CODE_POINTS[:0x10000 - 0x880], 0x10000]:
        got = encode("gb18030", chr(c)) if c < 0x10000 else b""
        at = None
        if len(got) == 4:
            at = (((got[0] - 0x81) * 10 + got[1] - 0x30) * 126 + got[2] - 0x81) * 10 + got[3] - 0x30
        if run and (at is None or c - at != run[0] - run[1]):
            yield "four gb18030 %X-%X %X" % (run[0], run[2], run[1])
            run = None
        if at is not None:
            run = [run[0] if run else c, run[1] if run else at, c]


def main():
    if sys.argv[1] == "--tables":
        for lines in (decoders(), encoders(), four()):
            for line in lines:
                print(line)
        return
    found = [subprocess.check_output([p, __file__, "--tables"], text=True) for p in sys.argv[1:]]
    versions = [subprocess.check_output([p, "-c", "import platform; print(platform.python_version())"], text=True).strip() for p in sys.argv[1:]]
    assert len(set(found)) == 1, list(zip(versions, [hashlib.md5(f.encode()).hexdigest() for f in found]))
    print("# Written by multibyte.py from CPython " + ", ".join(versions) + "; do not edit.")
    print("# decode TABLE LEAD FIRST-TRAIL RUNS; encode TABLE CODE-POINT:CODE,CODE,...; four CODEC CODE-POINTS NUMBER")
    print(found[0], end="")


if __name__ == "__main__":
    main()
