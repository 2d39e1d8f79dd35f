"""Asks CPython interpreters what str does with each code point.

    python3 unicode.py INTERPRETER...

writes unicode.txt, which package str reads, and testdata/unicode.sum, by which
tests judge it. Give interpreters of every
Unicode version wanted; several of one version must agree.

    INTERPRETER unicode.py probe

is what it runs in each. Everything is observed through methods of str, none
of it read from the Unicode database.
"""

import hashlib
import os
import platform
import subprocess
import sys
import unicodedata

LIMIT = 0x110000
HERE = os.path.dirname(os.path.abspath(__file__))


def sigma_class(c):
    """How c stands before a capital sigma: 'C' cased, 'I' case-ignorable
    (which hides whether it is cased), '' neither."""
    after_cased = ("A" + c + "\u03a3").lower()[-1] == "\u03c2"
    alone = (c + "\u03a3").lower()[-1] == "\u03c2"
    assert after_cased or not alone, hex(ord(c))
    kind = "C" if alone else "I" if after_cased else ""
    # A code point must count the same behind the sigma.
    end = ("A\u03a3" + c).lower()[1] == "\u03c2"
    cased = ("A\u03a3" + c + "A").lower()[1] == "\u03c2"
    assert (end, cased) == (kind != "C", kind == ""), hex(ord(c))
    return kind


def record(cp):
    """What one code point is, as a word: P printable, C or I (see
    sigma_class), S stripped, D and the digit, L and the difference to its
    lower case or the code points of a longer one."""
    c = chr(cp)
    r = "P" if c.isprintable() else ""
    r += sigma_class(c)
    if c.strip() == "":
        r += "S"
    if c.isdecimal():
        r += "D%d" % int(c)
    low = c.lower()
    if len(low) != 1:
        r += "L=" + ",".join("%04X" % ord(x) for x in low)
    elif low != c:
        r += "L%+d" % (ord(low) - cp)
    return r or "-"


def digests():
    """One SHA-256 a property over a line for each code point."""
    props = {
        "lower": lambda c: c.lower(),
        "sigma": lambda c: ("A" + c + "\u03a3" + c + "A" + c + "\u03a3").lower(),
        "repr": lambda c: repr("'" + c),
        "strip": lambda c: (c + c + "x" + c).strip(),
        "int": lambda c: chr(48 + int(c)) if c.isdecimal() else "",
    }
    for name, f in sorted(props.items()):
        h = hashlib.sha256()
        for cp in range(LIMIT):
            h.update(f(chr(cp)).encode("utf-8", "surrogatepass") + b"\n")
        yield name, h.hexdigest()


def probe():
    print(unicodedata.unidata_version, sys.implementation.name, platform.python_version() + "/" + sys.platform)
    for name, digest in digests():
        print(name, digest)
    print("-")
    start, last = 0, record(0)
    for cp in range(1, LIMIT + 1):
        r = record(cp) if cp < LIMIT else None
        if r != last:
            print("%X %s" % (start, last))
            start, last = cp, r


def read(interpreter):
    out = subprocess.run([interpreter, os.path.abspath(__file__), "probe"], stdout=subprocess.PIPE, check=True)
    head, runs = out.stdout.decode().split("\n-\n")
    lines = head.split("\n")
    version, name, release = lines[0].split()
    assert name == "cpython"
    return tuple(map(int, version.split("."))), release, lines[1:], dict(
        (int(line.split()[0], 16), line.split()[1]) for line in runs.splitlines()
    )


def main(interpreters):
    by_version = {}
    for interpreter in interpreters:
        version, release, sums, runs = read(interpreter)
        if version in by_version:
            assert by_version[version][1:] == (sums, runs), interpreter
            by_version[version][0].append(release)
        else:
            by_version[version] = ([release], sums, runs)
    versions = sorted(by_version)
    names = ["%d.%d" % v[:2] for v in versions]
    with open(os.path.join(HERE, "unicode.txt"), "w") as f, \
            open(os.path.join(HERE, "testdata", "unicode.sum"), "w") as g:
        f.write("# What str does with each code point, written by unicode.py. Do not edit.\n")
        f.write("# The words are explained there; a word counts from its version until the\n")
        f.write("# next. Code points that are - in every version are left out.\n")
        g.write("# One SHA-256 for each property, from unicode.py. Do not edit.\n")
        for v, name in zip(versions, names):
            releases, sums, _ = by_version[v]
            f.write("version %s: CPython %s, unidata_version %s\n" % (name, " ".join(releases), ".".join(map(str, v))))
            for s in sums:
                g.write("%s %s\n" % (name, s))
        starts = sorted(set(cp for v in versions for cp in by_version[v][2]))
        now = [None] * len(versions)
        rows = []
        for cp in starts:
            now = [by_version[v][2].get(cp, n) for v, n in zip(versions, now)]
            if not rows or rows[-1][1] != now:
                rows.append((cp, now))
        for (cp, words), (end, _) in zip(rows, rows[1:] + [(LIMIT, None)]):
            text, previous = "", "-"
            for name, word in zip(names, words):
                if word != previous:
                    text += " %s:%s" % (name, word) if name != names[0] else " " + word
                    previous = word
            if text:
                f.write("%04X%s%s\n" % (cp, "-%04X" % (end - 1) if end > cp + 1 else "", text))


if __name__ == "__main__":
    if sys.argv[1:] == ["probe"]:
        probe()
    else:
        main(sys.argv[1:])
