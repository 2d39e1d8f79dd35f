"""Answers what this interpreter's codecs do. Each line of standard input is a JSON
object, and its answer is one line:

{"encode": TEXT, "encoding": E, "errors": H}   what TEXT.encode(E, H) does
{"decode": BYTES, "encoding": E, "errors": H}  what BYTES.decode(E, H) does
{"lookup": NAME, "core": [MODULE, ...]}        which codec NAME means
{"digest": MODULE, "errors": H, "texts": TEXTS, "inputs": INPUTS}
    a hash of what encoding each of TEXTS and decoding each of INPUTS does

TEXT, E, H and NAME are UTF-8 with surrogates, and BYTES bytes, in hexadecimal. TEXTS
and INPUTS are such, each followed by a comma.
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


def digest(module, errors, texts, inputs):
    h = hashlib.sha256()
    for case in map(text, texts):
        h.update(outcome(lambda: case.encode(module, errors)) + b"\n")
    for case in map(bytes.fromhex, inputs):
        h.update(outcome(lambda: case.decode(module, errors)) + b"\n")
    return h.hexdigest()[:16]


def answer(q):
    if "digest" in q:
        return digest(q["digest"], q["errors"], q["texts"].split(",")[:-1], q["inputs"].split(",")[:-1])
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
