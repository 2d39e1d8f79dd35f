"""Writes codecs.txt: what each CPython knows about codec names and tables.

    python3 dump.py INTERPRETER... > codecs.txt

Each INTERPRETER is a CPython; together they must cover the branches 3.8 to
3.15. What differs between them must do so as SINCE says.
"""

import json
import subprocess
import sys

# The first releases of what not all releases have, by CPython's change logs:
# the first of each branch named, and all branches after the last one.
SINCE = {
    "alias mac_centeuro": "3.9.0",
    "alias windows_31j": "3.13.0",  # gh-102389
    **dict.fromkeys(["alias 874", "alias ms874", "alias windows_874"], "3.14.0"),  # bpo-17254
    "alias cseuckr": "3.14.0",  # gh-131358
    **dict.fromkeys(["alias iso_8859_8_e", "alias iso_8859_8_i"], "3.14.0"),  # gh-62824
    **dict.fromkeys(["alias " + name for name in (
        "cp00858 ibm00858 csibm00858 pc_multilingual_850_euro "
        "cp01140 ibm01140 csibm01140 ebcdic_us_37_euro").split()], "3.13.14,3.14.6"),  # gh-149801
    **dict.fromkeys(["alias " + name for name in (
        "ccsid00858 ccsid01140 csbig5hkscs cseucpkdfmtjapanese csgb18030 csgb2312 csgbk cshproman8 csiso2022jp2"
        " csiso88598e csiso88598i csiso885913 csiso885914 csiso885915 csiso885916 cskoi8u csksc56011987 cskz1048"
        " csmacintosh cstis620 csunicode11utf7 csutf16 csutf16be csutf16le csutf32 csutf32be csutf32le csutf7 csutf8"
        " cswindows1250 cswindows1251 cswindows1252 cswindows1253 cswindows1254 cswindows1255 cswindows1256"
        " cswindows1257 cswindows1258 cswindows31j cswindows874 gb_2312_80 iso_ir_149 ks_c_5601_1989 ksc_5601"
        " latin_10 latin_2 latin_3 latin_4 latin_5 latin_6 latin_7 latin_8 latin_9 mac utf8_sig windows_936").split()],
        "3.15.0"),
    "map palmos": "3.13.6",  # its second table; gh-135995, and so 3.14.0
    # The second modules of aliases.
    **dict.fromkeys(["moved " + name for name in (
        "korean ks_c_5601 ks_c_5601_1987 ks_x_1001 ksc5601 ksx1001").split()], "3.15.0"),
}


def examine():
    """Prints, as JSON, what the running interpreter knows."""
    import codecs
    import encodings
    import os
    import platform
    from encodings.aliases import aliases

    modules, maps = {}, {}
    for file in sorted(os.listdir(os.path.dirname(encodings.__file__))):
        name, ext = os.path.splitext(file)
        if ext != ".py":
            continue
        try:
            info = codecs.lookup(name)
        except LookupError:
            continue  # no codec, or one of Windows
        module = sys.modules.get("encodings." + name)
        if module is None:
            continue  # an alias of the same name hides it: iso8859_1
        modules[name] = "text" if info._is_text_encoding else "bytes"
        if hasattr(module, "decoding_table") or hasattr(module, "encoding_map"):
            maps[name] = table(info)
    known = {a: m for a, m in aliases.items() if m in modules and a == a.lower()}
    alnum = [c for c in range(0x80, 0x110000) if chr(c).isalnum()]
    print(json.dumps({
        "version": platform.python_version(),
        "modules": modules, "maps": maps, "aliases": known, "alnum": alnum,
    }))


def table(info):
    """Returns the 256 characters of a single-byte codec, None for undefined,
    having checked that encoding is the inverse in which the last byte wins."""
    decoded, inverse = [], {}
    for byte in range(256):
        try:
            (char,) = info.decode(bytes([byte]))[0]
        except UnicodeDecodeError:
            decoded.append(None)
            continue
        decoded.append(ord(char))
        inverse[ord(char)] = bytes([byte])
        assert ord(char) < 0xFFFE
    for code, byte in inverse.items():
        assert info.encode(chr(code))[0] == byte, (info.name, code)
    all_encoded = info.encode("".join(map(chr, range(0x110000))), "ignore")[0]
    assert len(all_encoded) == len(inverse), (info.name, "encodes what it does not decode to")
    return decoded


def runs(codes):
    """Writes code points as hexadecimal runs: 0-7F,20AC,-3,A0-FF, where -3
    stands for three undefined ones."""
    out, i = [], 0
    while i < len(codes):
        j = i + 1
        if codes[i] is None:
            while j < len(codes) and codes[j] is None:
                j += 1
            out.append("-%X" % (j - i))
        else:
            while j < len(codes) and codes[j] == codes[i] + j - i:
                j += 1
            out.append("%X" % codes[i] if j == i + 1 else "%X-%X" % (codes[i], codes[j - 1]))
        i = j
    return ",".join(out)


def key(release):
    """Orders releases."""
    return tuple(map(int, release.split(".")))


def holds(since, release):
    """Reports whether the release has what there is since the given ones."""
    if not since:
        return True
    branches = [first for first in map(key, since.split(",")) if first[:2] <= key(release)[:2]]
    return bool(branches) and key(release) >= branches[-1]


def main():
    found = [json.loads(subprocess.check_output([p, __file__, "--examine"])) for p in sys.argv[1:]]
    found.sort(key=lambda f: key(f["version"]))
    branches = list(dict.fromkeys(f["version"].rsplit(".", 1)[0] for f in found))
    assert branches == ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"], branches
    print("# Written by dump.py from CPython " + ", ".join(f["version"] for f in found) + ".")
    print("# module NAME KIND [LAST-BRANCH]; alias NAME MODULE [SINCE]; map NAME RUNS [SINCE]; alnum RUNS (of 3.8, beyond ASCII)")
    print("# SINCE is the first release of each branch that got it so, separated by commas; all later branches have it.")
    print("# The second alias or map of a name replaces the first in the releases of its SINCE.")

    modules, aliases, maps = {}, {}, {}
    for f in found:
        for name, kind in f["modules"].items():
            assert modules.setdefault(name, kind) == kind
        for name, module in f["aliases"].items():
            if module not in aliases.setdefault(name, []):
                aliases[name].append(module)
        for name, codes in f["maps"].items():
            tables = maps.setdefault(name, [])
            if codes not in tables:
                tables.append(codes)
    for name, kind in sorted(modules.items()):
        has = [f["version"].rsplit(".", 1)[0] for f in found if name in f["modules"]]
        assert list(dict.fromkeys(has)) == branches[:branches.index(has[-1]) + 1]
        print("module", name, kind, *([] if has[-1] == branches[-1] else has[-1:]))
    for name, targets in sorted(aliases.items()):
        since, moved = SINCE.get("alias " + name, ""), SINCE.get("moved " + name, "")
        assert len(targets) == (2 if moved else 1), (name, targets)
        for f in found:
            assert (name in f["aliases"]) == holds(since, f["version"]), (name, f["version"])
            if name in f["aliases"]:
                assert f["aliases"][name] == targets[bool(moved) and holds(moved, f["version"])], (name, f["version"])
        print("alias", name, targets[0], *since.split())
        if moved:
            print("alias", name, targets[1], moved)
    for name, tables in sorted(maps.items()):
        since = SINCE.get("map " + name, "")
        assert len(tables) == (2 if since else 1), name
        for f in found:
            if name in f["maps"]:
                assert f["maps"][name] == tables[bool(since) and holds(since, f["version"])], (name, f["version"])
        print("map", name, runs(tables[0]))
        if since:
            print("map", name, runs(tables[1]), since)
    print("alnum", runs(found[0]["alnum"]))


if __name__ == "__main__":
    examine() if sys.argv[1:] == ["--examine"] else main()
