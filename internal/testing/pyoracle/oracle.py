"""Says what this interpreter's codecs do. Reads requests from standard input,
one JSON object a line, and answers each with one JSON value on one line:

{"encode": TEXT, "encoding": E, "errors": H}   what TEXT.encode(E, H) does
{"decode": BYTES, "encoding": E, "errors": H}  what BYTES.decode(E, H) does
{"lookup": NAME, "core": [MODULE, ...]}        which codec NAME means
{"digest": MODULE, "errors": H, "wide": BOOL, "names": BOOL}
    a hash over many of the first two; with names also those that need names of characters

TEXT, E, H and NAME are UTF-8 with surrogates, and BYTES bytes, in hexadecimal.
The cases of a digest are those that cases.go makes, in the same order.
"""

import codecs
import encodings
import hashlib
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")  # of escapes that are none


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


# What the codecs beyond the core treat in a way of its own.
EAST_ASIAN = [
    0, 0xA, 0x1B, 0x20, 0x3F, 0x41, 0x5C, 0x7E, 0x7F, 0x80, 0xA0, 0xA5, 0xA7, 0xB7, 0xCA, 0xE6, 0xEA, 0x254, 0x2E5, 0x2E9, 0x300,
    0x301, 0x304, 0x30C, 0x3A9, 0x434, 0x2014, 0x2015, 0x203E, 0x20AC, 0x2225, 0x2252, 0x3000, 0x304B, 0x3042, 0x309A, 0x30AB,
    0x30FB, 0x3131, 0x3133, 0x3138, 0x314F, 0x3163, 0x3164, 0x31F7, 0x4E00, 0x4E02, 0x4E28, 0x4FF1, 0x525D, 0x5B57, 0x9B1C, 0x9B1D,
    0xAC00, 0xAC02, 0xD7A3, 0xD800, 0xDC80, 0xDFFF, 0xE000, 0xE757, 0xE758, 0xF8F0, 0xF8F1, 0xF8F3, 0xFF3C, 0xFF5E, 0xFF61, 0xFF9F,
    0xFFE3, 0xFFE5, 0x10000, 0x1F600, 0x20089, 0x20B9F, 0x2A6D6, 0x30000, 0x10FFFF,
]
PAIR_FIRST = [0xCA, 0xE6, 0xEA, 0x254, 0x259, 0x2E5, 0x2E9, 0x304B, 0x30AB, 0x30C8, 0x31F7, 0x4E00]
PAIR_SECOND = [0, 1, 0x41, 0x2E5, 0x2E9, 0x300, 0x301, 0x304, 0x30C, 0x309A, 0x304B, 0xD800, 0x10000, 0x1F600, 0x20000, 0x10304, 0x2309A]
DOMAIN = [
    "", "a", "B", "z9", "-", "xn--", "XN--", "xN--a", ".", ".", "\u3002", "\uff0e", "\uff61", "\xe9", "\xc9", "e\u0301", "\xdf", "\u1e9e", "\u0130",
    "\u0131", "\u03c3", "\u03c2", "\u0345", "\u0390", "\u1fb7", "\xad", "\u200d", "\u200c", "\ufe0f", "\ufeff", "\u06dd", "\u05d0", "\u0627",
    "\u0660", "1", "\u4e00", "\u3042", "\u30d0\u30fc", "\uac00", "\u1100\u1161\u11a8", "\u1100", "\u11a7", "\u2163", "\u2122", "\ufb01", "\u3300", "\u2a74", "\u00a0",
    "\u3000", "\u2028", "\u0340", "\u0341", "\u0374", "\u037e", "\u212b", "\u212a", "\ue000", "\ufffd", "\ufffe", "\ud800", "\u10a0", "\u13a0", "\u04c0",
    "\u2183", "\u0221", "\u0378", "\u1b06", "\u0323\u0307", "\u0307\u0323", "\u05b0\u05bc", "\u0f71\u0f72", "\ufb2c", "\U0002f868", "\U0001d7d9",
    "\U0001d400", "\U0001f600", "\U00010400", "\U00010c80", "\U0001e900", "\U000e0001", "\U00030000", "\U0010ffff", "a" * 20, "\xe9" * 20, "\u4e00" * 30, "b" * 63, "b" * 64,
]
SPECIAL = {"idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}


def texts(module, errors, wide):
    for first, end in POINTS:
        for block in range(first, end, 64):
            chars = [chr(c) for c in range(block, block + 64)]
            yield "".join(chars)
            yield "a".join(chars)
    if errors in ("backslashreplace", "namereplace") and wide and module not in ("idna", "punycode"):
        for block in range(0, 0x110000, 4096):
            yield "".join(map(chr, range(block, block + 4096)))
    random = Random("text " + module)
    for _ in range(100):
        yield "".join(chr(CHARACTERS[random.below(len(CHARACTERS))]) for _ in range(random.below(12)))
    if module not in BEYOND:
        return
    for first in PAIR_FIRST:
        yield chr(first)
        for second in PAIR_SECOND:
            yield chr(first) + chr(second)
            yield "\u3042" + chr(first) + chr(second) + "a"
    for _ in range(400):
        yield "".join(chr(EAST_ASIAN[random.below(len(EAST_ASIAN))]) for _ in range(random.below(12)))
    if module in SPECIAL:
        for _ in range(4000):
            yield "".join(DOMAIN[random.below(len(DOMAIN))] for _ in range(random.below(7)))
    if errors == "strict" and wide:
        for c in range(0x110000):
            yield chr(c)


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
EAST_ASIAN_TOKENS = "00 0A 1B 20 30 31 41 5C 7E 7F 80 81 8E 8F A0 A1 A4 D4 C0 C6 C8 E0 EA F0 F9 FC FD FE FF 8140 A1A1 A1A4 A1AA A1C0 B0A1 A844"
BEYOND = {
    "big5": "A440 8862 88A3 F9D6 A3E1 C6A1 C87E",
    "big5hkscs": "A440 8862 8864 88A3 88A5 8866 F9D6 A3E1 C6A1 C87E 8740 FEFE",
    "cp932": "82A0 FA40 F040 F9FC 815F EB40 ED40 EEFC 8260",
    "cp949": "B0A1 8141 C6A0 C652 FEA1 A4D4",
    "cp950": "A440 F9D6 A3E1 C6A1 F9FE 8140",
    "euc_jis_2004": "A4A2 8EB1 8FA1A1 8FB0A1 8FFEFE AEA1 A4F7 A2B2 F4A7 FEFA 8FFDBB",
    "euc_jisx0213": "A4A2 8EB1 8FA1A1 8FB0A1 8FFEFE AEA1 A4F7 A2B2 F4A7 FEFA 8FFDBB",
    "euc_jp": "A4A2 8EB1 8EE0 8FA1A1 8FB0A1 8FEDE3 A1C0 FEFE",
    "euc_kr": "B0A1 A4D4 A4A1 A4BF A4D4A4A1A4BFA4D4 A4D4A4B2A4D3A4BE A4D4A4A3A4BFA4D4 A4D4A4A1A4C0A4A8 A4B9",
    "gb18030": "8130 81308130 8431A439 8432 84328130 90308130 E3329A35 E3329A36 FE39FE39 A2E3 8139EE39 AAA1 A6D9",
    "gb2312": "B0A1 D7FA F7FE A2A1 A996",
    "gbk": "B0A1 8140 FEFE A2A1 A996 A89F",
    "hz": "7E7E 7E7B 7E7D 7E0A 7E 3021 2121 7E7B30217E7D 7E41 2A 2124",
    "iso2022_jp": "1B2442 1B2440 1B2842 1B284A 1B2849 1B2428 3021 2140 2121 7E 5C 1B26401B2442 0E 0F 1B41",
    "iso2022_jp_1": "1B2442 1B2440 1B2842 1B284A 1B242844 3021 2140 2231 1B2428 0E 0F 1B41 1B4E41",
    "iso2022_jp_2": "1B2442 1B2842 1B284A 1B242844 1B2441 1B242843 1B2E41 1B2E46 1B2E4A 1B2E42 1B4E41 1B4EFF 1B4E21 3021 1B24284F",
    "iso2022_jp_2004": "1B2442 1B2842 1B242851 1B242850 1B24284F 2E21 2477 3021 2140 7E7A 7D3B 2232 2121",
    "iso2022_jp_3": "1B2442 1B2842 1B24284F 1B242850 1B242851 2E21 2477 3021 2140 7E7A 7D3B 2232 2121",
    "iso2022_jp_ext": "1B2442 1B2842 1B2849 1B284A 1B242844 3021 31 5F 60 2231",
    "iso2022_kr": "1B242943 1B242843 0E 0F 3021 2121 1B2842 1B2943 1B2443 2454",
    "johab": "8861 8441 8444 8841 8461 D931 DA31 DAA1 DF31 F9FE E031 D3BD D861 A1A1",
    "shift_jis": "82A0 815F EA9E EAA4 889F 8260 F040",
    "shift_jis_2004": "82A0 815F 81B0 879F 82F5 F040 FCF4 889F EFF8 F3E4 FCFC",
    "shift_jisx0213": "82A0 815F 81B0 879F 82F5 F040 FCF4 889F EFF8 F3E4 FCFC FC9A",
}
BEYOND = {module: EAST_ASIAN_TOKENS + " " + tokens for module, tokens in BEYOND.items()}
BEYOND.update({
    "idna": " ".join("2E 2E 61 42 2D 31 E9 FF 786E2D2D 584E2D2D 786E2D2D6E6961 786E2D2D3162613061 786E2D2D7A6361 786E2D2D6C616D62"
                     " 786E2D2D6B 786E2D2D67 787A 3D 3A 7A 39 786E2D2D6D61"
                     " 786E2D2D666E612D67 786E2D2D35386461 786E2D2D786B6162303164 5F 00 20".split()
                     + ["61" * 63, "61" * 64, "61" * 1030, "786E2D2D" + "61" * 60]),
    "punycode": "2D 2D 61 41 7A 39 30 3D 3A E9 80 FF 31626130 6E6961 676865 7961 6B7661 61626364 396C37663930 7A7A7A7A7A 39393939393939 3939393939393939393939 6161 5F 0A",
    "raw_unicode_escape": "5C 5C 75 55 61 31 30 5C75 5C55 5C7530303431 5C5530303031463630 5C55303031463630303031 5C5531 5C5C75 5C78 E9 FF 0A 44 5C5544383030 5C7544383030",
    "undefined": "61 E9",
    "unicode_escape": "5C 5C 75 55 78 4E 7B 7D 61 31 37 38 30 0A 22 27 5C75 5C5530303131 5C7530303431 5C5530303031463630 5C78 5C7834 5C783431 E9 FF 5C4E7B 5C4E7B7D"
                      " 5C4E7B4C4154494E20534D414C4C204C455454455220417D 5C4E7B6C6174696E20736D616C6C206C657474657220617D 5C4E7B48414E47554C2053594C4C41424C452047417D"
                      " 5C4E7B434A4B20554E49464945442049444547524150482D344530307D 5C4E7B434A4B20554E49464945442049444547524150482D30344530307D 5C4E7B4C46 5C4E7B4E554C4C7D"
                      " 5C4E7B454E44204F46204C494E457D 5C4E7B54414E47555420494445 5C313031 5C373737 5C38 5C6E 5C61 5C44",
})
TOKENS.update(BEYOND)
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
    if wide:
        yield from long_inputs(module)


def long_inputs(module):
    """Yields every character of more than two octets, many at a time."""
    if module.startswith("euc_j"):
        for pair in range(65536):
            yield bytes([0x8F, pair >> 8, pair & 255])
    if module == "gb18030":
        for head in range(0x80 * 256, 0x10000):
            if 0x2F <= head & 255 <= 0x3A:
                yield b"".join(bytes([head >> 8, head & 255, tail // 12 + 0x80, tail % 12 + 0x2F]) for tail in range(12 * 128))
    if module == "euc_kr":
        for syllable in range(32 * 23 * 32):
            yield bytes([0xA4, 0xD4, 0xA4, syllable // 736 + 0xA0, 0xA4, syllable // 32 % 23 + 0xBE, 0xA4, syllable % 32 + 0xA0])
    if module == "hz" or module.startswith("iso2022"):
        for shift in SHIFTS:
            for pair in range(65536):
                if not pair & 0x8080:
                    yield bytes.fromhex(shift) + bytes([pair >> 8, pair & 255])


# What makes two octets a character, and one too.
SHIFTS = "7E7B 1B2442 1B2440 1B284A 1B2849 1B242844 1B2441 1B242843 1B2429430E 1B24284F 1B242851 1B242850 1B2E411B4E 1B2E461B4E 0E".split()


def digest(module, errors, wide, names):
    h = hashlib.sha256()
    if names or errors != "namereplace":
        for case in texts(module, errors, wide):
            h.update(outcome(lambda: case.encode(module, errors)) + b"\n")
    for case in inputs(module, errors, wide):
        h.update(outcome(lambda: case.decode(module, errors)) + b"\n")
    return h.hexdigest()[:16]


def answer(q):
    if "digest" in q:
        return digest(q["digest"], q["errors"], q["wide"], q.get("names"))
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
