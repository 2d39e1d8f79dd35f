# Asks requests.get, as package internal/testing/oracle describes. The look-up of the host is recorded and refused, so no
# question leaves the machine. The fields are scheme, userinfo, host, port, path, query, fragment and the prepared URL.
import platform
import socket
import sys
from urllib.parse import urlsplit

import idna
import requests
import urllib3


class LookedUp(BaseException):
    pass


def refuse(host, port, *args, **kwargs):
    raise LookedUp(host, port)


socket.getaddrinfo = refuse
session = requests.Session()
session.trust_env = False


def field(value):
    return "-" if value is None else "=" + str(value).encode("utf-8", "surrogatepass").hex()


def answer(url):
    request = session.prepare_request(requests.Request("GET", url))
    try:
        session.send(request, allow_redirects=False)
    except LookedUp as e:
        host, port = e.args
    host.encode("idna")  # as getaddrinfo does
    parts = urlsplit(request.url)
    if not host or port != (parts.port or {"http": 80, "https": 443}[parts.scheme]):
        return "!unexpected"
    userinfo = parts.netloc.rpartition("@")[0]
    return "\t".join(map(field, (parts.scheme, userinfo or None, host, parts.port, parts.path, parts.query or None,
                                 parts.fragment or None, request.url)))


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


# The interpreter decides what urlsplit accepts.
write("%s\turllib3 %s, idna %s, Python %s" % (
    requests.__version__ if sys.version_info[:2] == (3, 13) else "under another Python", urllib3.__version__, idna.__version__,
    platform.python_version()))
for line in sys.stdin:
    try:
        write(answer(bytes.fromhex(line.rstrip("\n").split(" ")[1]).decode("utf-8", "surrogatepass")))
    except Exception:
        write("!")
