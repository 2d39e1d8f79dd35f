"""Answers calls of urllib.parse: CPython as the judge of package urllib.

Each line of standard input is one call, written as an ASCII Python
expression, such as

    urlsplit('http://[::1]:80/').port

and each gets one line of ASCII on standard output, which is one of

    80                                         the value, as ascii() shows it
    raise ValueError('Invalid IPv6 URL')       what was raised, and str() of it
    raise UnicodeEncodeError('...', 'ascii', 0, 1, 'ordinal not in range(128)')
    bad ...                                    the line is no call at all

An empty line asks for the answers so far; it gets none itself.

Values have exactly the types that they show: a value of any other type is
marked with its type. Works unchanged on CPython 3.8 to 3.14.
"""

import sys
import unicodedata
import urllib.parse
import warnings

FUNCTIONS = (
    "urlparse urlunparse urlsplit urlunsplit urljoin urldefrag unwrap "
    "parse_qs parse_qsl quote quote_plus quote_from_bytes "
    "unquote unquote_plus unquote_to_bytes urlencode "
    "SplitResult SplitResultBytes ParseResult ParseResultBytes "
    "DefragResult DefragResultBytes"
).split()


def python():
    """The release that answers, and its Unicode version."""
    return "%d.%d.%d" % sys.version_info[:3], unicodedata.unidata_version


def about():
    """One line about the interpreter, for the record."""
    return "CPython %s; Unicode %s; %s" % (
        " ".join(sys.version.split()), unicodedata.unidata_version, sys.platform)


def record(*args):
    """A quote_via that writes down how it was called."""
    return ascii(args)


def using(lists, function, *args, **kwargs):
    """Calls function while the named lists of schemes are what lists says. An
    item that is None stands for those that the list has otherwise."""
    before = {name: getattr(urllib.parse, name)[:] for name in lists}
    try:
        for name, items in lists.items():
            getattr(urllib.parse, name)[:] = [
                scheme for item in items
                for scheme in (before[name] if item is None else [item])]
        return function(*args, **kwargs)
    finally:
        for name, items in before.items():
            getattr(urllib.parse, name)[:] = items


NAMES = {name: getattr(urllib.parse, name) for name in FUNCTIONS}
RESULTS = tuple(NAMES[name] for name in FUNCTIONS if name.endswith(("Result", "Bytes")))
NAMES.update(
    python=python,
    about=about,
    record=record,
    using=using,
    inf=float("inf"),
    nan=float("nan"),
    __builtins__={
        "len": len, "list": list, "tuple": tuple, "repr": repr, "str": str,
        "sorted": sorted, "bool": bool,
    },
)


def strange(value):
    """The first type within value that ascii() does not show, or None."""
    kind = type(value)
    if kind in (str, bytes, int, bool, type(None)):
        return None
    if kind in (tuple, list) or kind in RESULTS:
        inner = value
    elif kind is dict:
        inner = [x for item in value.items() for x in item]
    else:
        return kind.__name__
    for x in inner:
        found = strange(x)
        if found:
            return found
    return None


def show_exception(e):
    parts = [ascii(str(e))]
    if isinstance(e, UnicodeError) and hasattr(e, "reason"):
        parts += [ascii(e.encoding), str(e.start), str(e.end), ascii(e.reason)]
    return "raise %s(%s)" % (type(e).__name__, ", ".join(parts))


def answer(line):
    try:
        code = compile(line, "call", "eval")
    except Exception as e:
        return "bad " + ascii(str(e))
    try:
        value = eval(code, NAMES)
    except NameError as e:
        return "bad " + ascii(str(e))
    except Exception as e:
        return show_exception(e)
    found = strange(value)
    return ascii(value) if found is None else "type %s: %s" % (found, ascii(value))


def main():
    warnings.simplefilter("ignore")
    for line in iter(sys.stdin.readline, ""):
        line = line.rstrip("\r\n")
        if line:
            sys.stdout.write(answer(line) + "\n")
        else:
            sys.stdout.flush()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
