"""Answers calls of Python's urllib.parse: the oracle for package urllib.

    python3 oracle.py check          compare this Python with its recorded answers
    python3 oracle.py record [KEY]   record this Python's answers, as release KEY
    python3 oracle.py answer         answer each call on standard input with a line
    python3 oracle.py tests          print the calls that CPython's own tests make
    python3 oracle.py key            print the release or build that this Python is

README.md describes the lines. Runs unchanged on CPython 3.8 to 3.15.
"""

import glob
import json
import operator
import os
import re
import sys
import unicodedata
import urllib.parse
import warnings

FOLDER = os.path.dirname(os.path.abspath(__file__))
RELEASES = os.path.join(FOLDER, "releases.jsonl")
FILES = sorted(glob.glob(os.path.join(FOLDER, "calls", "*.jsonl")))

MODULE = (
    "urlparse urlunparse urlsplit urlunsplit urljoin urldefrag unwrap parse_qs parse_qsl"
    " quote quote_plus quote_from_bytes unquote unquote_plus unquote_to_bytes urlencode"
).split()
RESULTS = "SplitResult SplitResultBytes ParseResult ParseResultBytes DefragResult DefragResultBytes".split()


def kept(result, keep):
    """Returns a result of a call with missing_as_none=keep."""
    result._keep_empty = keep
    return result


TYPES = {name: getattr(urllib.parse, name) for name in RESULTS}
NAMES = {name: getattr(urllib.parse, name) for name in MODULE + RESULTS}
NAMES.update({name: getattr(operator, name) for name in "eq ne lt le gt ge getitem".split()})
NAMES.update(schemes=lambda: tuple(
    getattr(urllib.parse, name)[:] for name in ("uses_relative", "uses_netloc", "uses_params")))
NAMES.update(kept=kept, len=len, list=list, tuple=tuple, repr=repr, record=lambda *args: ascii(args))


class Strange(Exception):
    """A value that JSON lines cannot hold."""


class Skipped(Exception):
    """A register without a value of the kind that a step needs."""


class Answers(list):
    """The answers of a program, which are JSON already."""


registers = []  # of the program that runs


def encode(value):
    """Returns the JSON of a value, which has exactly the type that its JSON says."""
    kind = type(value)
    if value is None or kind in (bool, int):
        return value
    if kind is float:
        return value if value - value == 0 else {"float": str(value)}
    if kind is str:
        if not re.search("[\ud800-\udfff]", value):
            return value
        return {"str": re.sub(r"[\\\ud800-\udfff]", lambda m: "\\u%04x" % ord(m.group()), value)}
    if kind is bytes:
        return {"bytes": value.decode("latin-1")}
    if kind is Answers:
        return list(value)
    if kind is list:
        return [encode(x) for x in value]
    if kind is tuple:
        return {"tuple": [encode(x) for x in value]}
    if kind is dict:
        return {"dict": [[encode(k), encode(v)] for k, v in value.items()]}
    for name, result in TYPES.items():
        if kind is result:
            return {name: [encode(x) for x in value]}
    for name in MODULE:
        if value is NAMES[name]:
            return {"function": name}
    raise Strange("%s: %a" % (kind.__name__, value))


def encode_exception(e):
    out = {"raise": type(e).__name__, "text": encode(str(e))}
    if isinstance(e, UnicodeError) and hasattr(e, "reason"):
        out["unicode"] = [e.encoding, e.start, e.end, e.reason]
    return out


def decode(value):
    """Returns the value of some JSON."""
    if isinstance(value, list):
        return [decode(x) for x in value]
    if not isinstance(value, dict):
        return value
    if "call" in value:
        return evaluate(value)
    if "reg" in value:
        if type(registers[value["reg"]]).__name__ != value["is"]:
            raise Skipped
        return registers[value["reg"]]
    (kind, inner), = value.items()
    if kind == "float":
        return float(inner)
    if kind == "str":
        return re.sub(r"\\u(....)", lambda m: chr(int(m.group(1), 16)), inner)
    if kind == "bytes":
        return inner.encode("latin-1")
    if kind == "tuple":
        return tuple(decode(x) for x in inner)
    if kind == "dict":
        return {decode(k): decode(v) for k, v in inner}
    if kind == "function":
        return NAMES[inner]
    if kind in TYPES:
        return TYPES[kind](*map(decode, inner))
    raise Strange("no value: %r" % value)


def evaluate(call):
    """Makes a call. Its "lists" replace the module's lists of schemes for as
    long; an item null is all items of the module's list."""
    before = {name: getattr(urllib.parse, name)[:] for name in call.get("lists", ())}
    try:
        for name, items in call.get("lists", {}).items():
            getattr(urllib.parse, name)[:] = [
                scheme for item in items for scheme in (before[name] if item is None else [item])]
        if call["call"] == "program":
            return Answers(run(call["args"]))
        args = decode(call["args"])
        kw = {name: decode(x) for name, x in call.get("kw", {}).items()}
        name, *attributes = call["call"].split(".")
        if name in NAMES:
            value = NAMES[name](*args, **kw)
        else:
            value = getattr(args[0], name)(*args[1:], **kw)
        for attribute in attributes:
            value = operator.attrgetter(*attribute.split(","))(value)
            if callable(value):
                value = value()
        return value
    finally:
        for name, items in before.items():
            getattr(urllib.parse, name)[:] = items


def run(steps):
    """Makes the calls of a program. Each call stores its value in the next register, or Skipped if there is none."""
    registers.clear()
    for step in steps:
        try:
            value = evaluate(step)
            got = observe(value)
        except Skipped:
            value, got = Skipped, "skipped"
        except Strange:
            raise
        except Exception as e:
            value, got = Skipped, encode_exception(e)
        registers.append(value)
        yield got


def observe(value):
    """Returns the JSON of a value, and of what one reads from it if it is a result."""
    out = [encode(value)]
    if type(value) in TYPES.values():
        reads = [lambda r: r.geturl(), repr]
        if hasattr(value, "netloc"):
            reads += [operator.attrgetter("username", "password", "hostname"), operator.attrgetter("port")]
        for read in reads:
            try:
                out.append(encode(read(value)))
            except Exception as e:
                out.append(encode_exception(e))
    return out


def answer(call):
    """Returns the JSON of the value of a call, or of its exception."""
    try:
        value = evaluate(call)
    except Strange:
        raise
    except Exception as e:
        return encode_exception(e)
    return encode(value)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def version():
    return "%d.%d.%d" % sys.version_info[:3]


def about():
    return "CPython %s; Unicode %s; %s" % (
        " ".join(sys.version.split()), unicodedata.unidata_version, sys.platform)


def read(path):
    with open(path, encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


def write(path, lines):
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.writelines(compact(line) + "\n" for line in lines)


def own_key(releases):
    """Returns the key of this Python: the build that was recorded, or else its release."""
    for release in releases:
        if release["about"] == about():
            return release["release"]
    return version()


def order(key):
    """Sorts "3.11.2-6+deb12u6" after "3.11.2" and before "3.11.10"."""
    return [int(n) for n in re.match(r"(\d+)\.(\d+)\.(\d+)", key).groups()], key


def expand(answers, keys):
    """Returns the answers by release of a line's answers by ranges of releases."""
    out = {}
    for ranges, value in answers.items():
        for one in [keys[0] + ".." + keys[-1]] if ranges == "*" else ranges.split(","):
            first, _, last = one.partition("..")
            for key in keys[keys.index(first):keys.index(last or first) + 1]:
                if key in out:
                    raise SystemExit("two answers of %s" % key)
                out[key] = value
    return out


def group(answers, keys):
    """Is the inverse of expand, the answer of the oldest release first."""
    ranges = {}
    for i, key in enumerate(keys):
        if key in answers:
            own = ranges.setdefault(compact(answers[key]), [])
            if own and own[-1][1] == i - 1:
                own[-1][1] = i
            else:
                own.append([i, i])
    if list(ranges.values()) == [[[0, len(keys) - 1]]]:
        return {"*": answers[keys[0]]}
    return {
        ",".join(keys[a] if a == b else keys[a] + ".." + keys[b] for a, b in own): json.loads(value)
        for value, own in ranges.items()}


def check():
    releases = read(RELEASES)
    keys = [r["release"] for r in releases]
    key = own_key(releases)
    if key not in keys:
        print("%s is not recorded: see README.md" % key)
        return
    n = wrong = 0
    for path in FILES:
        for line in read(path):
            recorded = expand(line["answers"], keys)
            if key in recorded:
                n += 1
                got = answer(line)
                if compact(got) != compact(recorded[key]):
                    wrong += 1
                    if wrong <= 10:
                        print("%s\n\trecorded: %.1000s\n\tanswer:   %.1000s" % (
                            compact({k: v for k, v in line.items() if k != "answers"})[:1000],
                            compact(recorded[key]), compact(got)))
    print("release %s: %d answers, %d differ from the recording" % (key, n, wrong))
    print(about())
    sys.exit(wrong > 0 or n == 0)


def record():
    releases = read(RELEASES)
    before = [r["release"] for r in releases]
    key = sys.argv[2] if len(sys.argv) > 2 else own_key(releases)
    releases = [r for r in releases if r["release"] != key] + [{"release": key, "about": about()}]
    releases.sort(key=lambda r: order(r["release"]))
    keys = [r["release"] for r in releases]
    for path in FILES:
        lines = read(path)
        for line in lines:
            answers = expand(line.get("answers", {}), before)
            answers[key] = answer(line)
            line["answers"] = group(answers, keys)
        write(path, lines)
    write(RELEASES, releases)


def print_key():
    print(own_key(read(RELEASES)))


def answer_lines():
    for line in sys.stdin:
        print(compact(answer(json.loads(line))), flush=True)


def argument(value):
    """Is encode for a value that may be a result, which remembers missing_as_none."""
    if type(value) in TYPES.values() and hasattr(value, "_keep_empty"):
        return {"call": "kept", "args": [encode(value), bool(value._keep_empty)]}
    return encode(value)


def tests():
    """Runs test.test_urlparse, whose calls go through the functions that print them."""
    import unittest

    def printing(name, function):
        def call(*args, **kw):
            try:
                line = {"call": name, "args": [argument(x) for x in args], "kw": {k: encode(v) for k, v in kw.items()}}
            except Strange:
                line = None
            try:
                value = function(*args, **kw)
            except Exception as e:
                if line:
                    print(compact(dict(line, answer=encode_exception(e))))
                raise
            if line:
                print(compact(dict(line, answer=encode(value))))
                if type(value) in TYPES.values():
                    of = argument(value)
                    if "call" not in of:
                        (result, fields), = of.items()
                        of = {"call": result, "args": fields}
                    netloc = ["username,password,hostname", "port"] if len(value) > 2 else []
                    for attribute in ["geturl"] + netloc:
                        more = {"call": of["call"] + "." + attribute, "args": of["args"]}
                        print(compact(dict(more, answer=answer(more))))
            return value
        return call

    for name in MODULE:
        setattr(urllib.parse, name, printing(name, getattr(urllib.parse, name)))
    import test.test_urlparse as module
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    unittest.TextTestRunner(stream=sys.stderr).run(suite)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    commands = {"check": check, "record": record, "answer": answer_lines, "tests": tests, "key": print_key}
    commands[sys.argv[1]]()
