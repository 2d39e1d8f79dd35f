# Asks httpx.URL, as package internal/testing/oracle describes. The fields are scheme, userinfo, host, port, path, query,
# fragment and the URL. With a base, the field is the joined URL. An empty scheme, userinfo or host is absent. A URL for
# which no request can be made is rejected. With the argument httpx2, it asks this package.
import importlib
import platform
import sys
import unicodedata

import idna

httpx = importlib.import_module((sys.argv[1:] or ["httpx"])[0])


def field(value):
    return "-" if value is None else "=" + str(value).encode("utf-8", "surrogatepass").hex()


def text(digits):
    return bytes.fromhex(digits).decode("utf-8", "surrogatepass")


def answer(base, url):
    if base != "-":
        return field(httpx.URL(text(base[1:])).join(httpx.URL(text(url))))
    url = httpx.Request("GET", httpx.URL(text(url))).url
    parts = url._uri_reference  # its host is raw_host, but it has the text of a zone that is not ASCII
    return "\t".join(map(field, (parts.scheme or None, parts.userinfo or None, parts.host or None, parts.port, parts.path,
                                 parts.query, parts.fragment, url)))


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


# URL.join calls urllib.parse.urljoin, which differs between releases of Python.
write("%s\tidna %s, Python %s, Unicode %s" % (
    httpx.__version__ if sys.version_info[:2] == (3, 13) else "under another Python", idna.__version__,
    platform.python_version(), unicodedata.unidata_version))
for line in sys.stdin:
    try:
        write(answer(*line.rstrip("\n").split(" ")))
    except Exception:
        write("!")
