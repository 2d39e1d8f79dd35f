"""Asks the programs whose answers the profiles w3lib and surt repeat.

    python3.13 judge.py w3lib DIR < inputs > answers
    python3.13 judge.py surt DIR < inputs > answers

DIR is a checkout of github.com/scrapy/w3lib at v2.4.1, or of
github.com/internetarchive/surt at 6934c32 (0.3.1). An input is a line of JSON,
a string; the answer is a line too, null where the program raises an exception.
Bytes that are not UTF-8 are surrogate escapes, as os.fsdecode has them.

Surt needs two packages for what is not asked for here; they are replaced. It
asks the resolver about hosts that look like numbers: here inet_aton answers,
so that no name server does.
"""

import json
import socket
import sys
import types
import warnings

warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[2])
sys.modules["six"] = types.SimpleNamespace(text_type=str, binary_type=bytes)
sys.modules["tldextract"] = types.ModuleType("tldextract")


def resolve(host):
    try:
        return host, [], [socket.inet_ntoa(socket.inet_aton(host.decode()))]
    except OSError:
        raise socket.gaierror from None


socket.gethostbyname_ex = resolve

if sys.argv[1] == "w3lib":
    from w3lib.url import canonicalize_url

    def ask(url):
        try:
            url.encode()
        except UnicodeEncodeError:
            url = url.encode("utf-8", "surrogateescape")  # which is refused
        return canonicalize_url(url)
else:
    from surt import surt

    def ask(url):
        return surt(url.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


for line in sys.stdin:
    try:
        answer = ask(json.loads(line))
    except Exception:
        answer = None
    print(json.dumps(answer), flush=True)
