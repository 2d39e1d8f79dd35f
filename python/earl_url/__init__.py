"""Reads URLs as each specification and program does, and reports where they disagree.

>>> import earl_url
>>> earl_url.audit("http://good.example\\\\@127.0.0.1/", ["whatwg", "libcurl"])["worst"]
'high'
>>> earl_url.check("http://10.0.0.1/", "web")
Traceback (most recent call last):
earl_url.Rejected: dest-internal: ...
>>> earl_url.join("http://a/b?c", "../d")
'http://a/d'

The functions ask the command ``earl`` of the wheel, which runs as a coprocess. Four coprocesses run at a time, or two
for each processor, for all threads together; other threads wait. They end with the program. A child of ``os.fork``
starts its own.

Results are dictionaries with the members of the command's JSON. Offsets count bytes of the URL or text in UTF-8. A lone
surrogate counts three bytes.
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, TypedDict, cast

from ._coprocess import CommandError, command, request

__all__ = [
    "CommandError", "Finding", "Link", "ParseError", "Reading", "Rejected", "Report", "Source", "URLError", "audit",
    "check", "command", "find_links", "join", "normalize", "parse",
]


class ErrorRecord(TypedDict):
    """What is wrong with a URL."""

    kind: str  # such as "bad host"
    component: Optional[str]  # such as "host"
    offset: Optional[int]  # bytes
    rule: Optional[str]  # of the specification, or the ID of a finding
    message: str  # without passwords


class Components(TypedDict, total=False):
    """The components of a URL. One is None if it is absent, or if the dialect does not have it."""

    scheme: Optional[str]
    userinfo: Optional[str]
    host: Optional[str]
    port: Optional[str]
    path: Optional[str]
    path_params: Optional[str]
    query: Optional[str]
    fragment: Optional[str]


class _Dialect(Components):
    dialect: str
    release: Optional[str]


class Reading(_Dialect, total=False):
    """What one dialect reads in an audited URL. If ``ok`` is False, it has an error and no components."""

    ok: bool
    error: ErrorRecord
    host_kind: Optional[str]  # such as "name" or "ipv4"
    host_value: Optional[str]  # the same for all spellings of a host


class URL(_Dialect, total=False):
    """What one dialect reads in a URL. ``error`` is the reason why urllib has no port."""

    input: str
    ok: bool
    error: ErrorRecord
    href: Optional[str]
    authority: Optional[str]
    username: Optional[str]
    password: Optional[str]


class Finding(TypedDict):
    """A risk of a URL."""

    id: str  # such as "host-disagreement"
    severity: str  # "info", "low", "medium" or "high"
    start: int  # bytes
    end: int  # bytes
    message: str
    address: str  # of a text about findings of this kind
    instead: Optional[str]  # a URL without this finding


class Report(TypedDict):
    """The disagreements about a URL and its risks."""

    input: str
    ok: bool  # True
    worst: Optional[str]  # the highest severity of the findings
    differ: List[str]  # such as ["host", "path"]
    dialects: List[Reading]
    findings: List[Finding]


class Source(TypedDict):
    """The place of a link in a text."""

    start: int  # bytes
    end: int  # bytes


class Link(TypedDict, total=False):
    """A link in a text. If ``ok`` is False, it has an error and no ``href``."""

    input: str  # as written
    ok: bool
    href: str
    error: ErrorRecord
    source: Source


class URLError(ValueError):
    """A URL was not accepted. It has the members of the command's error."""

    def __init__(self, record: ErrorRecord) -> None:
        super().__init__(record["message"])
        self.kind = record["kind"]
        self.component = record["component"]
        self.offset = record["offset"]
        self.rule = record["rule"]
        self.record = record

    def __reduce__(self) -> "tuple[type[URLError], tuple[ErrorRecord]]":
        return type(self), (self.record,)


class ParseError(URLError):
    """A dialect rejects a URL or a reference."""


class Rejected(URLError):
    """A policy rejects a URL. ``rule`` is the ID of the finding, such as "dest-internal"."""


def audit(url: str, dialects: Optional[Sequence[str]] = None, *, base: Optional[str] = None,
          params: bool = False) -> Report:
    """Reports where dialects disagree about ``url``, and the risks of ``url``.

    ``dialects`` are names such as "whatwg", "urllib@3.9" and "requests"; None is the command's default. ``url`` is
    resolved against ``base``. ``params`` also audits the URLs in the parameters of the query. Raises CommandError if a
    dialect is unknown.
    """
    args = ("audit", *_list("--as", dialects), *(["--params"] if params else []))
    return cast(Report, _record(args, url, base, ParseError))


def check(url: str, policy: str = "web", *, hosts: Optional[Sequence[str]] = None,
          schemes: Optional[Sequence[str]] = None, dialects: Optional[Sequence[str]] = None,
          base: Optional[str] = None) -> str:
    """Returns ``url`` if the policy accepts it, and raises Rejected if not.

    ``policy`` is "web", "strict", "webhook" or "intranet". ``hosts`` accepts only these hosts (".example.com" is all
    names below example.com), ``schemes`` only these schemes. ``dialects`` are the dialects of the programs that read the URL.
    With ``base``, ``url`` is the reference of a redirect. Raises CommandError if an argument is not valid. A check
    looks up no names, so check the address of the connection too.
    """
    options = ("--policy", policy, *_list("--hosts", hosts), *_list("--schemes", schemes), *_list("--as", dialects))
    _record(("check", *options), url, base, Rejected)
    return url


def parse(url: str, dialect: str = "rfc3986", *, base: Optional[str] = None) -> URL:
    """Returns the components of ``url``, resolved against ``base`` if there is one.

    Raises ParseError if the dialect rejects the URL, and CommandError if the dialect is unknown.
    """
    return cast(URL, _record(("parse", "--as", dialect), url, base, ParseError))


def join(base: str, reference: str, dialect: str = "rfc3986") -> str:
    """Resolves ``reference`` against ``base``, and returns the URL.

    Raises ParseError if the dialect rejects one of them, and CommandError if the dialect resolves no references.
    """
    return cast(str, _record(("join", "--as", dialect), reference, base, ParseError)["href"])


def normalize(url: str, profile: str = "whatwg") -> str:
    """Returns the canonical form of ``url``.

    ``profile`` is a name such as "whatwg" or "surt", optionally with a version and steps, such as
    "whatwg@1+drop-tracking". Raises ParseError if the profile's dialect rejects the URL, and CommandError if the
    profile is unknown.
    """
    return cast(str, _record(("normalize", "--profile", profile), url, None, ParseError)["href"])


def find_links(text: str, *, bare_domains: bool = False, email: bool = False) -> List[Link]:
    """Returns the links of a plain text or of Markdown, in their order.

    ``bare_domains`` also finds links without a scheme, ``email`` also addresses. A link that cannot be resolved has
    ``ok`` False and an error.
    """
    args = ["extract", "--type", "text"]
    args += ["--bare-domains"] if bare_domains else []
    args += ["--email"] if email else []
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}")
    return cast(List[Link], request(args, text))


def _list(flag: str, values: Optional[Sequence[str]]) -> Sequence[str]:
    if values is None:
        return ()
    if isinstance(values, str):
        raise TypeError(f"a list of texts is needed, not one text: [{values!r}]")
    if not values:
        raise ValueError(f"the list for {flag} is empty: leave it out for the default")
    for value in values:
        if not value or "," in value or value.startswith("@"):
            raise ValueError(f"not valid in the list for {flag}: {value!r}")
    return (flag, ",".join(values))


def _record(args: Sequence[str], url: str, base: Optional[str], error: "type[URLError]") -> Any:
    for text in (url, base):
        if not isinstance(text, (str, type(None))) or text is url is None:
            raise TypeError(f"a URL is a str, not {type(text).__name__}")
    record = request(args, {"url": url} if base is None else {"url": url, "base": base})
    if not record["ok"]:
        raise error(record["error"])
    return record
