"""Prints the digests of idna2008_test.go: python3 testdata/idna2008.py, with the PyPI package idna 3.20.

An interpreter rejects characters that are newer than its Unicode version, so the digests are of the characters that are
printable in CPython 3.11, and some others. The characters in CHANGED have another Bidi_Class in later versions.
"""

import hashlib
import unicodedata

import idna

assert (idna.__version__, unicodedata.unidata_version) == ("3.20", "14.0.0")


CHANGED = (0x1B3A, 0x1B3C, 0x1B42, 0x1171E)


def answer(domain, mapped):
    try:
        return idna.encode(domain, uts46=True) if mapped else idna.encode(domain, strict=True, std3_rules=True)
    except idna.IDNAError:
        return b"!"


for mapped in False, True:
    h = hashlib.sha256()
    for cp in range(0x110000):
        c = chr(cp)
        if not (c.isprintable() or 0x2000 <= cp < 0x2060 or cp in (0xAD, 0x3000)) or cp in CHANGED:
            continue
        for form in "%s", "a%s", "l%sl.b", "\u05d0%s", "\u0628%s\u0628", "\u30a2%s", "%s\u0663", "\u0915\u094d%s":
            h.update(answer(form % c, mapped) + b"\n")
    print(mapped, h.hexdigest()[:16])
