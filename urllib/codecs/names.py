"""Writes names.txt: the names of characters that CPython knows.

    python3 names.py INTERPRETER... > names.txt

The interpreters must cover the branches 3.8 to 3.14. A name stays once it is
there; this script fails if that is not so.
"""

import ctypes
import json
import platform
import subprocess
import sys
import unicodedata


def private_names():
    """Returns the aliases, which unicodedata keeps as the names of private characters."""
    minor = sys.version_info[1]
    capsule = getattr(unicodedata, "_ucnhash_CAPI" if minor >= 10 else "ucnhash_CAPI")
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    at = get(capsule, b"unicodedata._ucnhash_CAPI" if minor >= 10 else b"unicodedata.ucnhash_CAPI")
    tail = [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
    if minor >= 10:
        getname = ctypes.PYFUNCTYPE(ctypes.c_int, *tail)(ctypes.cast(at, ctypes.POINTER(ctypes.c_void_p))[0])
    else:
        getname = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *tail)(ctypes.cast(at, ctypes.POINTER(ctypes.c_void_p))[1])
    room = ctypes.create_string_buffer(1024)
    for code in range(0xF0000, 0xF2000):
        if getname(*([code, room, 1024, 1] if minor >= 10 else [None, code, room, 1024, 1])):
            yield room.value.decode()


def algorithmic(code, name):
    """Returns the part of a name before its own code point, or None."""
    suffix = "%04X" % code
    return name[:-len(suffix)] if name.endswith("-" + suffix) else None


def examine():
    """Prints, as JSON, the names of the running interpreter."""
    names, ranges = {}, []
    for code in range(0x110000):
        name = unicodedata.name(chr(code), None)
        if name is None or 0xAC00 <= code <= 0xD7A3:
            continue
        prefix = algorithmic(code, name)
        if prefix is None:
            names[code] = name
        elif ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == prefix:
            ranges[-1][1] = code
        else:
            ranges.append([code, code, prefix])
    aliases = {}
    for name in private_names():
        got = unicodedata.lookup(name)
        if len(got) == 1:  # others are sequences, which \\N{} does not take
            aliases[name] = ord(got)
            assert ("\\N{%s}" % name).encode().decode("unicode_escape") == got
    print(json.dumps({"version": platform.python_version(), "names": names, "ranges": ranges, "aliases": aliases}))


def main():
    found = [json.loads(subprocess.check_output([p, __file__, "--examine"])) for p in sys.argv[1:]]
    found.sort(key=lambda f: tuple(map(int, f["version"].split("."))))
    print("# Written by names.py from CPython " + ", ".join(f["version"] for f in found) + "; do not edit.")
    print("# @BRANCH: what follows is new in it. CODE-POINT NAME; CODE-POINT=ALIAS")
    print("# FIRST-LAST BRANCHES PREFIX, for names that end in the code point")
    names, aliases, covered, last = {}, {}, {}, None
    for f in found:
        branch = int(f["version"].split(".")[1])
        new = {int(c): n for c, n in f["names"].items()}
        for first, end, prefix in f["ranges"]:
            for c in range(first, end + 1):
                covered.setdefault((c, prefix), set()).add(branch)
        if branch == last:
            assert new == names and f["aliases"] == aliases
            continue
        assert all(new.get(c) == n for c, n in names.items())
        assert all(f["aliases"].get(n) == c for n, c in aliases.items())
        print("@3.%d" % branch)
        for c, n in sorted(new.items()):
            if c not in names:
                print("%X %s" % (c, n))
        for n, c in sorted(f["aliases"].items(), key=lambda item: item[1]):
            if n not in aliases:
                print("%X=%s" % (c, n))
        names, aliases, last = new, f["aliases"], branch
    assert last == 14
    run = None
    for (c, prefix), branches in [*sorted(covered.items()), ((0x110000, ""), {0})]:
        span = (min(branches), max(branches), prefix)
        assert len(branches) == span[1] - span[0] + 1
        if run and (c != run[1] + 1 or span != run[2]):
            print("%X-%X %d-%d %s" % (run[0], run[1], *run[2]))
            run = None
        run = (run[0] if run else c, c, span)


if __name__ == "__main__":
    examine() if sys.argv[1:] == ["--examine"] else main()
