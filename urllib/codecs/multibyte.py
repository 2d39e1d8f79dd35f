"""Writes the tables of CPython's East Asian codecs.

    python3 multibyte.py INTERPRETER... | gzip -9n > multibyte.txt.gz

The tables are the first interpreter's. The others must have the same.
"""

import hashlib
import platform
import subprocess
import sys

WIDE = range(0x81, 0xFF)
HIGH = range(0xA1, 0xFF)
TRAILS = range(0x31, 0xFF)
CODE_POINTS = [c for c in range(0x30000) if not 0xD800 <= c < 0xE000]


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
    """Returns the octets of char as a number, or None."""
    try:
        return int.from_bytes(char.encode(codec), "big")
    except UnicodeEncodeError:
        return None


# The escape sequences of the two planes of JIS X 0213.
PLANES = {"iso2022_jp_2004": (b"\x1b$(Q", b"\x1b$(P"), "iso2022_jp_3": (b"\x1b$(O", b"\x1b$(P")}


def plane_cell(codec, plane):
    return lambda a, b: decode(codec, PLANES[codec][plane] + bytes([a & 0x7F, b & 0x7F]))


def plane_code(codec):
    """Returns a function for the EUC codes of JIS X 0213. JIS X 0208 has no code
    there: the inverse decides about it."""
    def get(char, inverse):
        try:
            got = char.encode(codec)
        except UnicodeEncodeError:
            return None
        first, second = PLANES[codec]
        if got[:4] not in (first, second):
            return inverse
        return (0x8F0000 if got[:4] == second else 0) | 0x8080 | got[4] << 8 | got[5]
    return get


class Table:
    """A table: its codec, and the table that it changes. Rows are numbered by
    the first octet; 0 is the row of single octets, and 0x100 and more are the
    rows after 8F."""

    def __init__(self, name, base=None, codec=None, third=False, leads=WIDE, trails=TRAILS):
        self.name, self.base, codec = name, base, codec or name
        self.cells, self.ascii = {}, name.startswith("shift_jis") and name != "shift_jis"
        if codec in PLANES:
            rows = {**{a: plane_cell(codec, 0) for a in HIGH}, **{0x100 | a: plane_cell(codec, 1) for a in HIGH}}
            self.encode = plane_code(codec)
        else:
            rows = {0: lambda _, b: decode(codec, bytes([b]))}
            rows.update({a: lambda a, b: decode(codec, bytes([a, b])) for a in leads})
            if third:
                rows.update({0x100 | a: lambda a, b: decode(codec, bytes([0x8F, a & 0xFF, b])) for a in HIGH})
            self.encode = lambda char, _: encode(codec, char)
        for row, get in rows.items():
            for b in (range(0x80, 0x100) if row == 0 else trails):
                got = get(row, b)
                if name == "euc_kr" and (row, b) == (0xA4, 0xD4):
                    got = "\u3164"  # in KS X 1001; in EUC-KR it begins a syllable in eight octets
                if got:
                    self.cells[row, b] = got
        if self.ascii:
            self.cells.update({(0, b): decode(codec, bytes([b])) for b in b"\\~"})

    def rows(self):
        before = self.base.cells if self.base else {}
        for row in sorted({row for row, _ in {**self.cells, **before}}):
            cells = []
            for b in range(0x100):
                got, had = self.cells.get((row, b)), before.get((row, b))
                cells.append(None if got == had else got or "X")
            changed = [b for b in range(0x100) if cells[b] is not None]
            if changed:
                yield "%X %X %s" % (row, changed[0], runs(cells[changed[0]:changed[-1] + 1]))

    def codes(self):
        """Yields the codes that are not those of the first cells with the characters."""
        inverse = {}
        for (row, b), char in sorted(self.cells.items()):
            inverse.setdefault(char, (0x8F0000 if row > 0xFF else 0) | (row & 0xFF) << 8 | b)
        for c in CODE_POINTS if self.ascii else CODE_POINTS[0x80:]:
            had = inverse.get(chr(c), c if c < 0x80 else None)
            got = self.encode(chr(c), had)
            if self.name == "gb18030" and got is not None and got > 0xFFFF:
                got = None
            if self.name == "euc_kr" and got is not None and (got > 0xFFFF or c == 0x3164):
                got = had  # a syllable in eight octets
            if got != had:
                yield "%X:%s" % (c, "X" if got is None else "%X" % got)


def tables():
    jisx0213 = Table("jisx0213", None, "iso2022_jp_2004", trails=HIGH)
    gb2312 = Table("gb2312")
    gbk = Table("gbk", gb2312)
    big5 = Table("big5")
    euc_kr = Table("euc_kr", None, leads=HIGH, trails=HIGH)
    euc_jp = Table("euc_jp", None, third=True, trails=HIGH)
    shift_jis = Table("shift_jis")
    shift_jis_2004 = Table("shift_jis_2004", shift_jis)
    euc_jis_2004 = Table("euc_jis_2004", jisx0213, third=True, trails=HIGH)
    return [
        gb2312, gbk, Table("gb18030", gbk), big5, Table("cp950", big5), Table("big5hkscs", big5),
        euc_kr, Table("cp949", euc_kr), Table("johab"),
        euc_jp, shift_jis, Table("cp932", shift_jis), jisx0213, Table("jisx0213_2000", jisx0213, "iso2022_jp_3", trails=HIGH),
        euc_jis_2004, Table("euc_jisx0213", euc_jis_2004, third=True, trails=HIGH),
        shift_jis_2004, Table("shift_jisx0213", shift_jis_2004),
    ]


def runs(values):
    """Writes code points as hexadecimal runs: 4E02,4E04-4E06,-3,X where -3
    stands for three that the table leaves to the one it changes, X for one
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


def four():
    """The runs of code points that GB 18030 numbers with four octets below U+10000."""
    run = None
    for c in [*(c for c in CODE_POINTS if 0x80 <= c < 0x10000), 0x10000]:
        got = chr(c).encode("gb18030") if c < 0x10000 else b""
        at = None
        if len(got) == 4:
            at = (((got[0] - 0x81) * 10 + got[1] - 0x30) * 126 + got[2] - 0x81) * 10 + got[3] - 0x30
        if run and (at is None or c - at != run[0] - run[1]):
            yield "four %X-%X %X" % (run[0], run[2], run[1])
            run = None
        if at is not None:
            run = [run[0] if run else c, run[1] if run else at, c]


def main():
    if sys.argv[1] == "--tables":
        for table in tables():
            print("table", table.name, *([table.base.name] if table.base else []))
            for line in table.rows():
                print(line)
            print("encode", *table.codes())
        for line in four():
            print(line)
        return
    found = [subprocess.check_output([p, __file__, "--tables"], text=True) for p in sys.argv[1:]]
    versions = [subprocess.check_output([p, "-c", "import platform; print(platform.python_version())"], text=True).strip() for p in sys.argv[1:]]
    assert len(set(found)) == 1, list(zip(versions, [hashlib.md5(f.encode()).hexdigest() for f in found]))
    print("# Written by multibyte.py from CPython " + ", ".join(versions) + "; do not edit.")
    print("# table NAME BASE; ROW FIRST-TRAIL RUNS; encode CODE-POINT:CODE..., if it is not the first cell with the code point;")
    print("# four CODE-POINTS NUMBER, for the codes of four octets in GB 18030")
    print(found[0], end="")


if __name__ == "__main__":
    main()
