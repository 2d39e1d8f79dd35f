"""Says what this interpreter's codecs do. Reads requests from standard input,
one JSON object a line, and answers each with one JSON value on one line:

{"encode": TEXT, "encoding": E, "errors": H}   what TEXT.encode(E, H) does
{"decode": BYTES, "encoding": E, "errors": H}  what BYTES.decode(E, H) does
{"lookup": NAME, "core": [MODULE, ...]}        which codec NAME means
{"digest": MODULE, "errors": H, "wide": BOOL}  a hash over many of the first two
{"version": true}                              the release

TEXT, E, H and NAME are UTF-8 with surrogates, and BYTES bytes, in hexadecimal.
The cases of a digest are those that cases_test.go makes, in the same order.
"""

import codecs
import encodings
import hashlib
import json
import os
import platform
import sys


def outcome(call):
    """Returns a result or an exception as bytes."""
    try:
        got = call()
    except UnicodeError as e:
        if not hasattr(e, "start"):
            return ("!%s|%s" % (type(e).__name__, e)).encode("utf-8", "surrogatepass")
        return ("!%s|%s|%s|%d|%d|%s" % (type(e).__name__, e, e.encoding, e.start, e.end, e.reason)).encode("utf-8")
    except Exception as e:
        return ("!%s|%s" % (type(e).__name__, e)).encode("utf-8", "surrogatepass")
    if isinstance(got, str):
        got = got.encode("utf-8", "surrogatepass")
    return b"=" + got


def text(hexadecimal):
    return bytes.fromhex(hexadecimal).decode("utf-8", "surrogatepass")


MODULES = {}
for file in os.listdir(os.path.dirname(encodings.__file__)):
    try:
        MODULES.setdefault(codecs.lookup(file[:-3]).name, file[:-3])
    except LookupError:
        pass
MODULES["iso8859-1"] = "latin_1"

PROBE = "a\\~ \xa4\xe9\u0160\u0434\u05d0\u0639\u0e01\u20ac\u2592\U0001f600"


def lookup(name, core):
    try:
        PROBE.encode(name, "ignore")
    except LookupError as e:
        return ("!LookupError|%s" % e).encode("utf-8")
    except Exception:
        pass  # not this codec's text, or no name at all
    try:
        module = MODULES[codecs.lookup(name).name]
    except (LookupError, ValueError):
        module = None  # a spelling that does not reach the registry, or no name
    if module is None or module in core:
        return outcome(lambda: PROBE.encode(name, "backslashreplace"))
    return b"=module " + module.encode()


MASK = (1 << 64) - 1


class Random:
    """Splitmix64 from the FNV-1a hash of a name."""

    def __init__(self, name):
        self.state = 0xCBF29CE484222325
        for byte in name.encode():
            self.state = (self.state ^ byte) * 0x100000001B3 & MASK

    def below(self, n):
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) % n


POINTS = [(0, 0x3000), (0xD7C0, 0xD840), (0xDBC0, 0xE040), (0xF6C0, 0xF900), (0xFB00, 0x10080), (0x10FFC0, 0x110000)]
CHARACTERS = [
    0, 9, 0x20, 0x23, 0x26, 0x2B, 0x2D, 0x31, 0x3F, 0x41, 0x5C, 0x7A, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xA4, 0xE9, 0xFF, 0x100,
    0x160, 0x192, 0x3A9, 0x434, 0x5D0, 0x639, 0xE01, 0x2014, 0x20AC, 0x2592, 0xD800, 0xDBFF, 0xDC00, 0xDC7F, 0xDC80, 0xDCA4,
    0xDCFF, 0xDD00, 0xDFFF, 0xF8FF, 0xFEFF, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
]


def texts(module, errors, wide):
    for first, end in POINTS:
        for block in range(first, end, 64):
            chars = [chr(c) for c in range(block, block + 64)]
            yield "".join(chars)
            yield "a".join(chars)
    if errors == "backslashreplace" and wide:
        for block in range(0, 0x110000, 4096):
            yield "".join(map(chr, range(block, block + 4096)))
    random = Random("text " + module)
    for _ in range(100):
        yield "".join(chr(CHARACTERS[random.below(len(CHARACTERS))]) for _ in range(random.below(12)))


TOKENS = {
    "utf_8": "00 41 7F 80 BF C0 C1 C280 C2 DF DFBF E0 E080 E0A0 E0A080 E09F ED ED9FBF EDA0 EDA080 EDBFBF EFBFBD EFBBBF EFBB"
             " F0 F08F F09080 F0908080 F48F F48FBFBF F490 F4908080 F5 F8 FF F09F F09F98 F09F9880",
    "utf_16": "00 4100 0041 80 FF FFFE FEFF 00D8 D800 FFDB DBFF 00DC DC00 80DC FFDF 3DD800DE D83DDE00 AC20 20AC D8 DC 61",
    "utf_32": "00 41000000 00000041 80 FF FFFE0000 0000FEFF 00D80000 0000D800 80DC0000 0000DC80 FFFF1000 0010FFFF 00001100"
              " 00110000 FFFFFFFF 80808080 7F000000 AC200000",
    "utf_7": "2B 2D 41 61 2F 30 20 40 5C 7E 80 FF 2B2D 2B41 2B414141 2B41414141 2B32414463 2D20 2B3244336541 2B334141"
             " 2B32414132414141 2B41516B2D 2B4151 2B414551 0A 3D 2B4145424341 2B2B 2B2F 2B2F2F2F2F 414141",
}
TOKENS["utf_8_sig"] = TOKENS["utf_8"]
for order in ("_le", "_be"):
    TOKENS["utf_16" + order] = TOKENS["utf_16"]
    TOKENS["utf_32" + order] = TOKENS["utf_32"]


def inputs(module, errors, wide):
    for byte in range(256):
        yield bytes([byte])
    yield bytes(range(256))
    random = Random("bytes " + module)
    for _ in range(100):
        yield bytes(random.below(256) for _ in range(random.below(12)))
    if module not in TOKENS:
        return
    if wide:
        for pair in range(65536):
            yield bytes([pair >> 8, pair & 255])
    tokens = [bytes.fromhex(t) for t in TOKENS[module].split()]
    for _ in range(2000):
        yield b"".join(tokens[random.below(len(tokens))] for _ in range(random.below(7)))


def digest(module, errors, wide):
    h = hashlib.sha256()
    if errors != "namereplace":
        for case in texts(module, errors, wide):
            h.update(outcome(lambda: case.encode(module, errors)) + b"\n")
    for case in inputs(module, errors, wide):
        h.update(outcome(lambda: case.decode(module, errors)) + b"\n")
    return h.hexdigest()[:16]


def answer(q):
    if "version" in q:
        return platform.python_version()
    if "digest" in q:
        return digest(q["digest"], q["errors"], q["wide"])
    if "lookup" in q:
        return lookup(text(q["lookup"]), q["core"]).hex()
    encoding, errors = text(q["encoding"]), text(q["errors"])
    if "encode" in q:
        case = text(q["encode"])
        return outcome(lambda: case.encode(encoding, errors)).hex()
    case = bytes.fromhex(q["decode"])
    return outcome(lambda: case.decode(encoding, errors)).hex()


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
