"""Writes the names of characters that CPython knows.

    python3 names.py INTERPRETER... | gzip -9n > names.txt.gz

The interpreters must cover the branches 3.8 to 3.15. A name stays once it is
there; this script fails if that is not so.
"""

import ctypes
import json
import platform
import subprocess
import sys
import unicodedata


# Where unicodedata keeps aliases and sequences: as the names of private
# characters, which namereplace takes for theirs.
ALIASES, SEQUENCES, PRIVATE_END = 0xF0000, 0xF0200, 0xF2000


def private_names():
    """Returns the names of private characters, by their code points."""
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
    for code in range(ALIASES, PRIVATE_END):
        if getname(*([code, room, 1024, 1] if minor >= 10 else [None, code, room, 1024, 1])):
            yield code, room.value.decode()


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
    aliases, sequences = [], []
    for code, name in private_names():
        assert code in (ALIASES + len(aliases), SEQUENCES + len(sequences))
        if code < SEQUENCES:
            got = unicodedata.lookup(name)
            assert ("\\N{%s}" % name).encode().decode("unicode_escape") == got
            aliases.append((name, ord(got)))
        else:
            sequences.append(name)
    print(json.dumps({
        "version": platform.python_version(), "names": names, "ranges": ranges, "aliases": aliases, "sequences": sequences,
    }))


def merge(lists):
    """Returns the items of all lists with the index of the first list that has
    each, in an order of which every list is a part."""
    union = list(lists[-1])
    for l in lists:
        where = [union.index(item) for item in l]
        assert where == sorted(where)
    return [(item, next(i for i, l in enumerate(lists) if item in l)) for item in union]


def main():
    found = [json.loads(subprocess.check_output([p, __file__, "--examine"])) for p in sys.argv[1:]]
    found.sort(key=lambda f: tuple(map(int, f["version"].split("."))))
    print("# Written by names.py from CPython " + ", ".join(f["version"] for f in found) + "; do not edit.")
    print("# @BRANCH: the names that are new in it. CODE-POINT NAME")
    print("# CODE-POINT=ALIAS BRANCH; in the order in which private characters have them, as they do")
    print("# +SEQUENCE, and by !BRANCH NUMBER,NUMBER,... the order of these from a branch on")
    print("# FIRST-LAST BRANCHES PREFIX, for names that end in the code point")
    names, covered, last, branches = {}, {}, None, []
    for f in found:
        branch = int(f["version"].split(".")[1])
        new = {int(c): n for c, n in f["names"].items()}
        for first, end, prefix in f["ranges"]:
            for c in range(first, end + 1):
                covered.setdefault((c, prefix), set()).add(branch)
        if branch == last:
            assert new == names and f["aliases"] == branches[-1]["aliases"]
            continue
        assert all(new.get(c) == n for c, n in names.items())
        print("@3.%d" % branch)
        for c, n in sorted(new.items()):
            if c not in names:
                print("%X %s" % (c, n))
        names, last = new, branch
        branches.append(f)
    assert last == 15 and len(branches) == 8
    for (name, code), first in merge([f["aliases"] for f in branches]):
        print("%X=%s %d" % (code, name, 8 + first))
    sequences, order = branches[-1]["sequences"], None
    for name in sequences:
        print("+" + name)
    for f in branches:
        if f["sequences"] != order:
            order = f["sequences"]
            print("!%s %s" % (f["version"].split(".")[1], ",".join(str(sequences.index(n)) for n in order)))
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
