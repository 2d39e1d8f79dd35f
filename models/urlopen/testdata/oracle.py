# Asks urllib.request.urlopen, as package internal/testing/oracle describes. The look-up of the host is recorded and
# refused, so no question leaves the machine. The fields are scheme, host, port, path, query, fragment and the URL.
import http.client
import platform
import socket
import sys
import unicodedata
import urllib.request


class LookedUp(BaseException):
    pass


def refuse(host, port, *args, **kwargs):
    raise LookedUp(host, port)


socket.getaddrinfo = refuse


class Portless(http.client.HTTPConnection):
    default_port = None


opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def field(value):
    return "-" if value is None else "=" + str(value).encode("utf-8", "surrogatepass").hex()


def answer(url):
    request = urllib.request.Request(url)
    try:
        opener.open(request)
    except LookedUp as e:
        host, port = e.args
    host.encode("idna")  # as getaddrinfo does
    if not host or not 0 <= port <= 65535:
        return "!"
    if Portless(request.host).port is None:
        port = None
    path, mark, query = (request.selector or "/").partition("?")
    return "\t".join(map(field, (request.type, host, port, path, query if mark else None, request.fragment, request.full_url)))


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


write("%s\tUnicode %s" % (platform.python_version(), unicodedata.unidata_version))
for line in sys.stdin:
    try:
        write(answer(bytes.fromhex(line.rstrip("\n").split(" ")[1]).decode("utf-8", "surrogatepass")))
    except Exception:
        write("!")
