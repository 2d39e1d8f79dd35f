"""A line server for package oracle: the codecs of this interpreter. The base of a question is a method, an encoding
and an error handler, separated by the byte 255. The URL is the text to encode or the bytes to decode. The method
lookup has the name of a codec. The arguments of this program are the modules for which lookup encodes a text; for the
others it answers the module's name.
"""

import codecs
import encodings
import os
import platform
import sys
import warnings

warnings.simplefilter("ignore")  # about invalid escapes


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


def string(b):
    return b.decode("utf-8", "surrogatepass")


MODULES = {}
for file in os.listdir(os.path.dirname(encodings.__file__)):
    try:
        MODULES.setdefault(codecs.lookup(file[:-3]).name, file[:-3])
    except LookupError:
        pass
MODULES["iso8859-1"] = "latin_1"

PROBE = "a\\~ \xa4\xe9\u0160\u0434\u05d0\u0639\u0e01\u20ac\u2592\U0001f600"


def lookup(name):
    try:
        PROBE.encode(name, "ignore")
    except LookupError as e:
        return ("!LookupError|%s" % e).encode("utf-8")
    except Exception:
        pass  # the codec cannot encode this text, or there is no such name
    try:
        module = MODULES[codecs.lookup(name).name]
    except (LookupError, ValueError):
        module = None  # a spelling that does not reach the registry, or no name
    if module is None or module in sys.argv:
        return outcome(lambda: PROBE.encode(name, "backslashreplace"))
    return b"=module " + module.encode()


def answer(base, text):
    method, encoding, errors = base.split(b"\xff")
    if method == b"lookup":
        return lookup(string(text))
    if method == b"encode":
        text = string(text)
    return outcome(lambda: getattr(text, method.decode())(string(encoding), string(errors)))


print(platform.python_version(), flush=True)
rest = ""
while True:
    chunk = os.read(0, 1 << 16)
    if not chunk:
        break
    *lines, rest = (rest + chunk.decode()).split("\n")
    for line in lines:
        print("~" + answer(*map(bytes.fromhex, line[1:].split(" "))).hex())
    sys.stdout.flush()
