"""Writes floats.txt: python3 floats.py > floats.txt"""

import platform
import random
import struct

random.seed(1)
bits = [0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
        0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000]


def number(f):
    return struct.unpack("<Q", struct.pack("<d", f))[0]


# Powers of ten and of two and their neighbours, halves, short decimals, any bits.
for n in range(-330, 309, 15):
    bits.append(number(float("1e%d" % n)))
for n in (*range(-6, 0), *range(14, 24)):
    bits += [number(10.0 ** n) + d for d in (-1, 0, 1)]
for n in range(-1074, 1024, 37):
    bits += [number(2.0 ** n) + d for d in (0, 1)]
bits += [number(random.randrange(10 ** 6) / 10 ** random.randrange(8)) for _ in range(150)]
bits += [number(float(random.getrandbits(random.randrange(40, 70)))) for _ in range(100)]
bits += [random.getrandbits(64) for _ in range(300)]

print("# Bits of floats and their repr by CPython %s, from floats.py." % platform.python_version())
for b in bits:
    print("%016x %r" % (b, struct.unpack("<d", struct.pack("<Q", b))[0]))
