"""Writes nameprep.txt: what CPython's codec "idna" makes of each code point.

The codec is IDNA 2003 (RFC 3490, with Nameprep, RFC 3491). It follows the
tables of Unicode 3.2, but for lower case, for which it asks the interpreter.
Run it with the interpreter whose answers are wanted:

    python3.13 nameprep.py > nameprep.txt
"""

import platform
import stringprep
import sys
import unicodedata
from unicodedata import ucd_3_2_0

PROHIBITED = (
    stringprep.in_table_c12, stringprep.in_table_c22, stringprep.in_table_c3,
    stringprep.in_table_c4, stringprep.in_table_c5, stringprep.in_table_c6,
    stringprep.in_table_c7, stringprep.in_table_c8, stringprep.in_table_c9,
)


def characters():
    for code in range(0x80, 0x110000):
        if not 0xD800 <= code < 0xE000:
            yield code, chr(code)


def mapped(c):
    if stringprep.in_table_b1(c):
        return ""
    return ucd_3_2_0.normalize("NFKC", stringprep.map_table_b2(c))


def ranges(kind, test):
    first = last = None
    for code, c in characters():
        if not test(c):
            continue
        if last is not None and code == last + 1:
            last = code
            continue
        if last is not None:
            print("%s %04X %04X" % (kind, first, last))
        first = last = code
    if last is not None:
        print("%s %04X %04X" % (kind, first, last))


def frozen(c):
    """Whether c has a canonical decomposition that Unicode 3.2 did not know."""
    return ucd_3_2_0.category(c) == "Cn" and unicodedata.normalize("NFC", c) != c


print("# What Nameprep makes of each code point, written by nameprep.py. Do not edit.")
print("# CPython %s, Unicode %s and 3.2.0" % (platform.python_version(), unicodedata.unidata_version))
for code, c in characters():
    text = mapped(c)
    if text != c:
        print(" ".join(["map", "%04X" % code] + ["%04X" % ord(x) for x in text]))
ranges("prohibited", lambda c: any(test(c) for test in PROHIBITED))
ranges("right", stringprep.in_table_d1)
ranges("left", stringprep.in_table_d2)
ranges("frozen", frozen)
