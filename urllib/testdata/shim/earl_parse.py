"""Stands in for urllib.parse, and asks earl for whatever is URL logic.

What is Python's own object protocol happens here, since no Go program can
take part in it: which arguments are text and which are bytes, that the two
do not mix, falsy and None arguments, objects with a length, iterables of the
wrong size, named tuples. Every answer about a URL, a query or an escape
comes from earl's server, one JSON object a line: see internal/testing/pyserver.

EARL_PYSERVER names that program. EARL_PYTHON is the release that it speaks
for, by default the one that runs this.
"""

import collections
import json
import os
import subprocess
import sys

__all__ = [
    "urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit",
    "urlunsplit", "urlencode", "parse_qs", "parse_qsl", "quote",
    "quote_plus", "quote_from_bytes", "unquote", "unquote_plus",
    "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult",
    "DefragResultBytes", "ParseResultBytes", "SplitResultBytes",
]

RELEASE = os.environ.get("EARL_PYTHON") or "%d.%d.%d" % sys.version_info[:3]


def _since(**patches):
    """Whether the release has what came with these patches of each branch, such
    as _since(v8=11, v9=5): later branches have it from their first."""
    minor, patch = map(int, RELEASE.split(".")[1:3])
    first = patches.get("v%d" % minor)
    if first is None:
        return minor > max(int(v[1:]) for v in patches)
    return patch >= first


calls = 0
_server = subprocess.Popen(
    [os.environ["EARL_PYSERVER"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(call):
    """The value of a call that earl makes, or the exception that it gives."""
    global calls
    calls += 1
    line = json.dumps({"python": RELEASE, "call": call}) + "\n"
    _server.stdin.write(line.encode("ascii"))
    _server.stdin.flush()
    answer = json.loads(_server.stdout.readline().decode("utf-8"))
    if "error" in answer:
        raise RuntimeError("earl cannot make the call %.200s: %s" % (call, answer["error"]))
    outcome = answer["outcome"]
    if outcome.startswith("raise "):
        raise eval(outcome[len("raise "):], _EXCEPTIONS)
    return eval(outcome, _RESULTS)


def _call(function, *args, **kwargs):
    parts = [ascii(arg) for arg in args]
    parts += ["%s=%s" % (name, ascii(arg)) for name, arg in kwargs.items()]
    return _ask("%s(%s)" % (function, ", ".join(parts)))


class _UnicodeText:
    """A UnicodeError whose text is earl's: its object is not known here."""

    def __new__(cls, text, encoding, start, end, reason):
        self = super().__new__(cls, encoding, cls.nothing, start, end, reason)
        self.text = text
        return self

    def __init__(self, text, encoding, start, end, reason):
        super().__init__(encoding, self.nothing, start, end, reason)

    def __str__(self):
        return self.text


class _Encode(_UnicodeText, UnicodeEncodeError):
    nothing = ""


class _Decode(_UnicodeText, UnicodeDecodeError):
    nothing = b""


_EXCEPTIONS = {
    "ValueError": ValueError, "TypeError": TypeError, "LookupError": LookupError,
    "UnicodeEncodeError": _Encode, "UnicodeDecodeError": _Decode,
}


class _Result:
    """What all results have: earl makes of them what they are asked for."""

    __slots__ = ()

    def _earl(self, rest):
        return _ask("%s(%s)%s" % (type(self).__name__, ", ".join(map(ascii, self)), rest))

    def geturl(self):
        return self._earl(".geturl()")


class _Text(_Result):
    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        return self._earl(".encode(%a, %a)" % (encoding, errors))


class _Octets(_Result):
    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        return self._earl(".decode(%a, %a)" % (encoding, errors))


class _Netloc:
    """What the results with a netloc have."""

    __slots__ = ()
    username = property(lambda self: self._earl(".username"))
    password = property(lambda self: self._earl(".password"))
    hostname = property(lambda self: self._earl(".hostname"))
    port = property(lambda self: self._earl(".port"))


def _result_types():
    for name, fields, extra in (
            ("DefragResult", "url fragment", ()),
            ("SplitResult", "scheme netloc path query fragment", (_Netloc,)),
            ("ParseResult", "scheme netloc path params query fragment", (_Netloc,))):
        base = collections.namedtuple("_%sBase" % name if _since(v14=0) else name, fields)
        slots = {"__slots__": (), "__module__": __name__}
        text = type(name, (base,) + extra + (_Text,), dict(slots))
        octets = type(name + "Bytes", (base,) + extra + (_Octets,), dict(slots))
        text._encoded_counterpart = octets
        octets._decoded_counterpart = text
        yield text
        yield octets


(DefragResult, DefragResultBytes, SplitResult, SplitResultBytes,
 ParseResult, ParseResultBytes) = _result_types()
_RESULTS = {c.__name__: c for c in (
    DefragResult, DefragResultBytes, SplitResult, SplitResultBytes,
    ParseResult, ParseResultBytes)}


def _agree(*args):
    """All arguments as text or all as bytes, as the first one is. Falsy
    others are the empty value; what is neither is for bytes() to refuse."""
    is_text = isinstance(args[0], str)
    for other in args[1:]:
        if other and isinstance(other, str) != is_text:
            raise TypeError("Cannot mix str and non-str arguments")
    values = []
    for value in args:
        if not value:
            value = "" if is_text else b""
        elif not is_text:
            if not hasattr(value, "decode"):
                raise AttributeError("%r object has no attribute 'decode'" % type(value).__name__)
            value = bytes(value)
        values.append(value)
    return values


def _split(function, url, scheme, allow_fragments):
    given = scheme
    url, scheme = _agree(url, scheme)
    result = _call(function, url, scheme, bool(allow_fragments))
    if given == b"" and isinstance(url, str):  # falsy, and passed as it is
        if _since(v8=11, v9=6):
            given.replace("\t", "")
        if not result.scheme:
            result = result._replace(scheme=given)
    return result


def urlsplit(url, scheme="", allow_fragments=True):
    if _since(v11=0):
        hash(url)  # it is the key of a cache
    return _split("urlsplit", url, scheme, allow_fragments)


def urlparse(url, scheme="", allow_fragments=True):
    return _split("urlparse", url, scheme, allow_fragments)


def urlunsplit(components):
    scheme, netloc, path, query, fragment, _ = _agree(*components) + [None]
    return _call("urlunsplit", (scheme, netloc, path, query, fragment))


def urlunparse(components):
    scheme, netloc, path, params, query, fragment, _ = _agree(*components) + [None]
    return _call("urlunparse", (scheme, netloc, path, params, query, fragment))


def urljoin(base, url, allow_fragments=True):
    if not (base and url) and isinstance(base, str) != isinstance(url, str):
        return url or base  # whatever the other one is
    base, url = _agree(base, url)
    return _call("urljoin", base, url, bool(allow_fragments))


def urldefrag(url):
    return _call("urldefrag", *_agree(url))


def unwrap(url):
    return _call("unwrap", str(url))


def _query(function, qs, keep_blank_values, strict_parsing, encoding, errors,
           max_num_fields, separator):
    if _since(v8=10, v9=5) and not _since(v11=9, v12=3) and separator and not isinstance(separator, str):
        separator = _agree(separator)[0]
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if not qs:
        qs = qs if isinstance(qs, str) else b""
    elif not isinstance(qs, str):
        qs = bytes(memoryview(qs))
    if isinstance(separator, bytes) and isinstance(qs, str):
        if not _since(v8=10, v9=5):
            qs.split(separator)
        separator = str(separator, "ascii")
    return _call(function, qs, bool(keep_blank_values), bool(strict_parsing),
                 encoding, errors, max_num_fields, separator)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False,
              encoding="utf-8", errors="replace", max_num_fields=None,
              separator="&"):
    return _query("parse_qsl", qs, keep_blank_values, strict_parsing, encoding,
                  errors, max_num_fields, separator)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False,
             encoding="utf-8", errors="replace", max_num_fields=None,
             separator="&"):
    return _query("parse_qs", qs, keep_blank_values, strict_parsing, encoding,
                  errors, max_num_fields, separator)


def _quotable(string):
    if isinstance(string, bytearray):
        return bytes(string)
    if not isinstance(string, (str, bytes)):
        raise TypeError("quote_from_bytes() expected bytes")
    return string


def quote(string, safe="/", encoding=None, errors=None):
    return _call("quote", _quotable(string), safe, encoding, errors)


def quote_plus(string, safe="", encoding=None, errors=None):
    return _call("quote_plus", _quotable(string), safe, encoding, errors)


def quote_from_bytes(bs, safe="/"):
    if isinstance(bs, str):
        raise TypeError("quote_from_bytes() expected bytes")
    return _call("quote_from_bytes", _quotable(bs), safe)


def unquote(string, encoding="utf-8", errors="replace"):
    if not isinstance(string, (str, bytes)):
        "%" in string
    return _call("unquote", string, encoding, errors)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    if not isinstance(string, str):
        string.replace("+", " ")
    return _call("unquote_plus", string, encoding, errors)


def unquote_to_bytes(string):
    if isinstance(string, bytearray):
        if b"%" in string:
            {}[string]  # as its digits are looked up
        return bytes(string) if _since(v12=0) else string
    return _call("unquote_to_bytes", string)


_SCALARS = (str, bytes, int, float, type(None))


def _element(value):
    """A key, or a value that stands for itself: what earl can print it
    prints, other objects print themselves."""
    return value if type(value) in _SCALARS + (bool,) else str(value)


def _value(value, doseq):
    if type(value) in _SCALARS + (bool,):
        return value
    if not doseq:
        return str(value)
    try:
        len(value)
    except TypeError:
        return str(value)
    return [_element(x) for x in value]


class _Name:
    """Shows itself as a bare name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def urlencode(query, doseq=False, safe="", encoding=None, errors=None,
              quote_via=quote_plus):
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError:
            raise TypeError("not a valid non-string sequence or mapping object") from None
    if quote_via not in (quote, quote_plus):
        raise NotImplementedError("earl cannot call Python's quote_via")
    pairs = [(_element(k), _value(v, doseq)) for k, v in query]
    return _call("urlencode", pairs, bool(doseq), safe, encoding, errors,
                 _Name(quote_via.__name__))
