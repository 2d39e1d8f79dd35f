"""Writes the answers of this interpreter for inputs at the edges of the codecs of package codecs, for TestEdges:

    python3.13 edges.py >edges-3.13.0.txt
    python3.11 edges.py punycode idna >edges-3.11.7.txt

The arguments are the functions of this script to call, by default all.

A line has a method, an encoding, an error handler, the input in hexadecimal, and the answer: "=" with the result in
hexadecimal, or "!" with the exception. Surrogates of a str are written in three bytes.
"""

import itertools
import sys
import warnings

warnings.simplefilter("ignore")  # about invalid escapes


def answer(method, encoding, errors, data):
    value = data.decode("utf-8", "surrogatepass") if method == "encode" else data
    try:
        got = getattr(value, method)(encoding, errors)
    except UnicodeError as e:
        place = ""
        if hasattr(e, "start"):
            place = "|%s|%d|%d|%s" % (e.encoding, e.start, e.end, e.reason)
        return "!%s|%s%s" % (type(e).__name__, e, place)
    except Exception as e:
        return "!%s|%s" % (type(e).__name__, e)
    if isinstance(got, str):
        got = got.encode("utf-8", "surrogatepass")
    return "=" + got.hex()


def show(method, encoding, errors, data):
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    print(method, encoding, errors, data.hex() or "-", answer(method, encoding, errors, data))


def decode(encoding, *inputs, errors="backslashreplace"):
    for data in inputs:
        show("decode", encoding, errors, bytes.fromhex(data) if isinstance(data, str) else data)


def encode(encoding, *inputs, errors="backslashreplace"):
    for text in inputs:
        show("encode", encoding, errors, text)


def edges(*axes):
    """Returns each sequence of bytes that differs in at most one byte from the first byte of each axis."""
    axes = [bytes.fromhex(a) for a in axes]
    first = bytes(a[0] for a in axes)
    yield first
    for i, a in enumerate(axes):
        for b in a[1:]:
            yield first[:i] + bytes([b]) + first[i + 1:]
    for n in range(len(first)):
        yield first[:n]


def gb18030():
    decode("gb18030", *edges("8180828F90E3E4FEFF", "302F31393A407E7F80", "8180FEFF", "302F31393A80"))
    decode("gb18030", "8431A437", "8431A438", "8431A439", "8431A530", "8431A630", "90308130", "E3329A35", "E3329A36",
           "E3329A39", "FE39FE39", "8FFE8130", "813081", "8130818130", "41813081304142")
    encode("gb18030", "\x7f\x80\x81\u0451\u0452\uffff\U00010000\U0010ffff\ud7ff", "\ud800", "\udfff", "\ue5e5\ue5e6")


def euc_kr():
    decode("euc_kr", *edges("A4A5A3", "D4D3D5", "A4A5", "A1A0A3BEBF", "A4A5", "BFBED3D4", "A4A5", "D4A8A1BEBFD3D5"))
    encode("euc_kr", "\uabff", "\uac00", "\uac02", "\ud7a3", "\ud7a4", "\uac03\ud7a2")


def hz():
    for a, b in itertools.product(range(3), range(30)):
        encode("hz", "\u6c49" * a + "~" * b)
    for a, b in itertools.product(range(2), range(26)):
        encode("hz", "\u6c49" * a + "\xe9" + "~" * b, errors="xmlcharrefreplace")
    for n in range(40):
        encode("hz", "\u6c49~" * n, "\u6c49a" * n + "~~", "\u6c49~" * n + "~" * n)
        encode("hz", "\xe9~" * n, "\u6c49\xe9~" * n + "~", "\xe9" * n + "~~\u6c49~", errors="xmlcharrefreplace")
    encode("hz", "\xe9" * 9 + "~" * 30 + "\u6c49~", "\u6c49\xe9\u5b57", "~\xe9~\u6c49~\xe9\n~")
    decode("hz", *edges("7E", "7B7D7E0A417A", "3A202180", "3A2021FF", "7E", "7D7B7E0A41"))
    decode("hz", "7E7D", "7E7B7E7B7E7D41", "7E7B7E7E", "7E7B7E0A3A3A", "7E7B41", "7E", "7E7B", "7E7B3A", "807E7B803A",
           "7E7B0A", "7E7B7E7D7E7D")


def iso2022():
    for name in "iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_3 iso2022_jp_2004 iso2022_jp_ext iso2022_kr".split():
        for final in "@ABCDEFHIJKNOPQRZ":
            for before in ("(", ")", "$", "$(", "$)", ".", "-"):
                decode(name, b"\x1b" + (before + final).encode() + b"0!\x0e0!\x0f0!")
            decode(name, b"\x1b." + final.encode() + b"\x1bN\x21\x1bN\x7f\x1bNa")
        decode(name, "1B", "1B28", "1B24", "1B2428", "1B4E", "1B4E41", "1B2642", "1B26401B2442", "1B26401B24423021",
               "1B26401B24403021", "1B26401B2542", "1B26411B2442", "1B264030", "1B26", "0E", "0F", "0E41", "0E0A41", "0E0F41",
               "7F", "80", "1F", "20", "1B2442300A41", "1B24423080", "1B244230", "1B244280", "1B24427F21", "1B2442217F",
               "1B24422020", "1B2442307E", "1B284A5C7E7D7F", "1B284921205F605E", "1B41", "1B2041", "1B5A41", "1B404141",
               "1B5B41", "1B2428303042", "1B2430303030303030303030303030303042", "1B24303030303030303030303030303042",
               "1B243030303030303030303030303042", "1B2430303030303030303030303030", "1B2E", "1B2E42", "1B4E80",
               "1B2E411B4E80", "1B2E461B4E80", "1B2E461B4E", "1B2E461B4E21", "0E1B2843", "1B2429430E30210A3021")
        encode(name, "\u6c34a\u6c34\n\u6c34", "\xa5\u203e\\~", "\uff61\uff9f\uff60\uffa0", "\u9ed1", "\u4e02", "\uac00",
               "\u304b\u309a", "\u304b", "\u304b\u304b\u309a", "\u02e9\u02e5", "\u4fF1", "\U00020089", "\U00020b9f", "a", "",
               "\u6c34\xe9", "\uac00a\uac00", "\u6c49", "\u5516", "\u525d", "\u7e6b", "\x0e\x0f\x1b")


def pairs():
    for name in "big5hkscs shift_jis_2004 shift_jisx0213 euc_jis_2004 euc_jisx0213".split():
        for first, second in itertools.product("\xca\xea\u02e9\u0254\u304b\u31f7", ("", "\u0300", "\u0304", "\u309a", "\u02e5",
                                                                                    "a", "\0", "\U00010000", "\U00010304")):
            encode(name, first + second)
    for name in "big5 big5hkscs cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp gb2312 gbk johab shift_jis " \
                "shift_jis_2004 shift_jisx0213".split():
        decode(name, "8FA1A1", "8FB0A1", "8FB0", "8F", "8FB041", "8F4141", "A1A1A1", "8EB1", "8EE0", "A4F7", "F4A7", "815F")
        encode(name, "\\~\x7f\x80\xa5\u203e\uff5e\u6c34\U0001f600\uffff")


def escapes():
    for name in ("unicode_escape", "raw_unicode_escape"):
        decode(name, *(b"\\" + bytes([c]) for c in range(0x20, 0x81)))
        decode(name, *(("\\" + s).encode() for s in (
            "", "u", "u1", "u123", "u1234", "u12345", "u123g", "uD800", "U", "U0010FFF", "U0010FFFF", "U00110000", "UFFFFFFFF",
            "U0000D800", "U0001f600x", "x", "x4", "x41", "x4g", "xgg", "0", "7", "8", "18", "178", "1777", "377", "400", "777",
            "N", "N{", "N{}", "N{a", "N{A}", "N{LATIN SMALL LETTER A}", "N{latin small letter a}", "Nx", "N{LF}b", "\\", "\\u0041",
            "\nx")))
        encode(name, "\x00\t\n\r\x1f ~\x7f\x80\xff\u0100\uffff\U00010000\U0010ffff\\'\"\ud800")
    for text in (
            "HANGUL SYLLABLE GA", "HANGUL SYLLABLE HIH", "HANGUL SYLLABLE GAX", "HANGUL SYLLABLE ", "HANGUL SYLLABLE X",
            "HANGUL SYLLABLE G", "HANGUL SYLLABLE A", "HANGUL SYLLABLE GGAGG", "HANGUL SYLLABLE SSYE", "hangul syllable GA",
            "HANGUL SYLLABLE ga", "CJK UNIFIED IDEOGRAPH-4E00", "CJK UNIFIED IDEOGRAPH-4DFF", "CJK UNIFIED IDEOGRAPH-9FFC",
            "CJK UNIFIED IDEOGRAPH-9FFF", "CJK UNIFIED IDEOGRAPH-A000", "CJK UNIFIED IDEOGRAPH-3400",
            "CJK UNIFIED IDEOGRAPH-33FF", "CJK UNIFIED IDEOGRAPH-20000", "CJK UNIFIED IDEOGRAPH-2EBE0",
            "CJK UNIFIED IDEOGRAPH-04E00", "CJK UNIFIED IDEOGRAPH-004E00", "CJK UNIFIED IDEOGRAPH-020000",
            "CJK UNIFIED IDEOGRAPH-4e00", "cjk unified ideograph-4E00", "CJK UNIFIED IDEOGRAPH-", "CJK UNIFIED IDEOGRAPH-4E0",
            "CJK UNIFIED IDEOGRAPH-4E0G", "TANGUT IDEOGRAPH-17000", "tangut ideograph-17000", "TANGUT IDEOGRAPH-187F7",
            "TANGUT IDEOGRAPH-187F8", "TANGUT IDEOGRAPH-18D08", "NUSHU CHARACTER-1B170", "nushu character-1b170",
            "NUSHU CHARACTER-1B16F", "CJK COMPATIBILITY IDEOGRAPH-F900", "cjk compatibility ideograph-f900", "LATIN-0041",
            "KHITAN SMALL SCRIPT CHARACTER-18B00", "BELL", "NUL", "NULL", "LATIN SMALL LETTER GHA", "HYPHEN-MINUS", "-", "a-", "-41",
            "LATIN CAPITAL LETTER A WITH MACRON AND GRAVE", "FACE WITH COLON THREE", "JELLYFISH", "SHAKING FACE"):
        decode("unicode_escape", b"\\N{" + text.encode() + b"}")
    for base in (0xAC00, 0xD7A3, 0x3400, 0x4DBF, 0x4E00, 0x9FFC, 0x9FFF, 0xF900, 0x17000, 0x187F7, 0x18D00, 0x18D08,
                 0x18B00, 0x1B170, 0x1B2FB, 0x20000, 0x2A6D6, 0x2A6DD, 0x2B739, 0x2EBE0, 0x2EBF0, 0x2EE5D, 0x30000, 0x3134A, 0x31350,
                 0x323AF, 0xF0000, 0xF0001, 0xF0200, 0xF0201, 0xF03FF, 0xF0FFF, 0x41, 0, 0x7F, 0x10FFFF, 0x1F6DC, 0x1FABC, 0xD800):
        encode("ascii", chr(base - 1 if base else base) + "." + chr(base) + "." + chr(min(base + 1, 0x10FFFF)), errors="namereplace")


def punycode():
    for errors in ("strict", "replace"):
        for base in ("", "a-", "abcd-", "-", "--"):
            for n in list(range(1, 20)) + [40]:
                decode("punycode", (base + "9" * n + "a").encode(), (base + "z" * n).encode(), (base + "9" * n + "a9a").encode(),
                       errors=errors)
        decode("punycode", b"", b"a", b"\xe9", b"a-\xe9", b"\xe9-a", b"a-=", b"a-a=", b"a-@", b"a-[", b"a-`", b"a-{", b"a-/",
               b"a-:", b"a-A", b"a-Z", b"a-a", b"a-z", b"a-0", b"a-zz9", b"1ga-kva", b"kva", b"kvaa", b"kvaaaaaa", b"a-kvabcd",
               b"d4049608857257578a", b"e4049608857257578a", b"hz767205604493046e", b"ab-99999999999999999b0a",
               b"abc-zzzzzzzzzzzzzzzz0bcd", b"abc-kvb99999999999999999999a9a", b"abc-kvbkvczzzzzzzzzzzzzzzzzzzza",
               b"abc-ba" + b"9" * 30 + b"az", errors=errors)
    for errors in ("xmlcharrefreplace", "bogus"):
        decode("punycode", b"a", errors=errors)
    encode("punycode", "", "a", "\xe9", "a\xe9", "\xe9a", "\xe9\xe8", "\xe8\xe9\xe8", "\U0010ffff", "a" * 40 + "\U0010ffff\x80",
           "\x80" * 30, "\x7f\x80", "".join(chr(0x4E00 + i * 37 % 101) for i in range(60)), "\ud800\udc00")


def idna():
    for errors in ("strict", "ignore"):
        for text in ("", ".", "a", "a.", "a..", ".a", "a..b", "\xe9", "\xe9.", "\xe9..", ".\xe9", "a.\xe9", "\xe9.a", "a\u3002\xe9",
                     "a" * 63, "a" * 64, "a" * 64 + ".", "b." + "a" * 64, "b." + "a" * 64 + ".c", "b..", "\xe9" * 58, "\xe9" * 59,
                     "\xe9." + "a" * 63, "\xe9." + "a" * 64, "xn--\xe9", "\xad", "a.\xad.b", "\u05d0a", "a\u05d0", "\ue000",
                     "ab.\xe9\u05d0", "\u0378", "a" * 64 + ".." + "b" * 64, "XN--\xe9"):
            encode("idna", text, errors=errors)
        for data in ("", ".", "a", "a.", "a..", "..a", "xn--9ca", "XN--9CA", "xN--9ca.", "xn--9ca..a", "a.xn--9ca", "\xe9", "a.\xe9",
                     "xn--9ca.\xe9", "xn--", "xn--a", "xn--=", "xn--9ca=", "a.xn--9ca=", "xn--e28h", "xn--a-9ca", "xn--a-",
                     "xn--58da", "xn--99999999a", "a.xn--99999999a", "xn--zca", "xn--aa", "xn--maa", "xn--fna-g", "b.xn--fna-g.c",
                     "xn--" + "9" * 20 + "a", "a.xn--" + "9" * 12 + "a", "xn--" + "9" * 13 + "a", "xn--4db" * 30):
            decode("idna", data.encode("latin-1"), errors=errors)
        decode("idna", b"a" * 1024, b"a" * 1025, b"\xe9" + b"a" * 1025, b"xn--" + b"a" * 1020, b"xn--" + b"a" * 1021,
               b"xn--9ca." + b"a" * 1025, errors=errors)


def core():
    octets = "80 8080 808080 80808080 8080808080 FF 41FF41 C3 C3A9 E0A0 EDA080 EDB280 EDA0 F0908080 F09080 F4908080"
    pairs = "80 FEFF FFFE FFFE4100 FEFF0041 00D8 D800 00D800DC D800DC00 00D84100 00DC DC00 80DC DC80 DCFF"
    fours = ("80808080 FFFE0000 0000FEFF 00D80000 0000D800 80DC0000 0000DC80 FFFF1000 00001100 00110000 0010FFFF 410000 "
             "80000000 00000080")
    base64 = ("2B 2B2D 2B41 2B4145 2B414541 2B4145412D 2B41454142 2B4145412041 2B32414463 2B32414141 2B324144634D 2B4141412D "
              "2B2D2B 2B21 2B80 2B414580 2B4145413D 80 41")
    text = "a\xe9\ud7ff\ud800\udc7f\udc80\udcff\udd00\ue000\uffff\U00010000~\\+-/"
    for errors in ("ignore", "backslashreplace", "surrogateescape", "surrogatepass", "bogus"):
        for name, inputs in (("utf_8", octets), ("ascii", octets), ("utf_16", pairs), ("utf_16_be", pairs), ("utf_32", fours),
                             ("utf_32_be", fours), ("utf_7", base64)):
            encode(name, text, "", "\ud800", "a\udc80\udcff", "\udc80\xe9", "\udc80" * 3, "\udcff\ud800", errors=errors)
            decode(name, *inputs.split(), errors=errors)


for part in sys.argv[1:] or ["core", "gb18030", "euc_kr", "hz", "iso2022", "pairs", "escapes", "punycode", "idna"]:
    globals()[part]()
