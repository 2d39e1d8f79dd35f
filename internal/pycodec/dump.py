"""Writes codecs.txt: what each CPython knows about codec names and tables.

    python3 dump.py INTERPRETER... > codecs.txt

Each INTERPRETER is a CPython; together they must cover the branches 3.8 to
3.13. Their tables must agree, or this fails. Where their names differ, the
first release that has a name is recorded.
"""

import json
import subprocess
import sys

# What no interpreter at hand shows: CPython's change log puts these aliases
# into 3.14.0 (gh-62824).
LATER = {"iso_8859_8_i": ("iso8859_8", "3.14.0"), "iso_8859_8_e": ("iso8859_8", "3.14.0")}

# The first release of a name, where it is earlier than the oldest interpreter
# of its branch: CPython's change logs.
FIRST = {"mac_centeuro": "3.9.0", "windows_31j": "3.13.0"}


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
    for code in range(0x110000):
        try:
            got = info.encode(chr(code))[0]
        except UnicodeEncodeError:
            got = None
        assert got == inverse.get(code), (info.name, code, got)
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


def main():
    found = [json.loads(subprocess.check_output([p, __file__, "--examine"])) for p in sys.argv[1:]]
    found.sort(key=lambda f: tuple(map(int, f["version"].split("."))))
    branches = [f["version"].rsplit(".", 1)[0] for f in found]
    assert branches == ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13"], branches
    print("# Written by dump.py from CPython " + ", ".join(f["version"] for f in found) + ".")
    print("# module NAME KIND [LAST-BRANCH]; alias NAME MODULE [FIRST-RELEASE]; map NAME RUNS; alnum RUNS (of 3.8, beyond ASCII)")

    modules, aliases, maps = {}, {}, {}
    for f in found:
        for name, kind in f["modules"].items():
            assert modules.setdefault(name, kind) == kind
        for name, module in f["aliases"].items():
            assert aliases.setdefault(name, (module, f))[0] == module
        for name, codes in f["maps"].items():
            assert maps.setdefault(name, codes) == codes, (name, f["version"])
    for name, kind in sorted(modules.items()):
        has = [b for b, f in zip(branches, found) if name in f["modules"]]
        assert has == branches[:len(has)]
        print("module", name, kind, *([] if has == branches else has[-1:]))
    for name, (module, first) in sorted(list(aliases.items()) + list(LATER.items())):
        if name in LATER:
            assert name not in aliases
        else:
            assert all(name in f["aliases"] for f in found[found.index(first):])
            first = FIRST[name] if first is not found[0] else None
        print("alias", name, module, *([first] if first else []))
    for name, codes in sorted(maps.items()):
        print("map", name, runs(codes))
    print("alnum", runs(found[0]["alnum"]))


if __name__ == "__main__":
    examine() if sys.argv[1:] == ["--examine"] else main()
