"""Asks the programs that the profiles w3lib, w3lib@2 and surt reproduce.

    python3.13 judge.py PROFILE DIR < inputs > answers

DIR contains the package w3lib 2.4.1, w3lib 2.5.0 or surt 0.3.1, as
pip install --no-deps --target DIR installs it. An input is a line of JSON, a
string. The answer is a line too, null if the program raises an exception.
Bytes that are not UTF-8 are surrogate escapes, as os.fsdecode writes them.

Surt imports two packages that these functions do not need. Empty modules
replace them. It asks the resolver about hosts that look like numbers: here
inet_aton answers instead of a name server.
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

if sys.argv[1] != "surt":
    from w3lib.url import canonicalize_url

    def ask(url):
        try:
            url.encode()
        except UnicodeEncodeError:
            url = url.encode("utf-8", "surrogateescape")
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
