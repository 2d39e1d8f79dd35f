# Asks urllib3's parse_url, as package internal/testing/oracle describes. The fields are scheme, auth, host, port, path,
# query, fragment and the URL.
import platform
import sys
import unicodedata

import idna
import urllib3
from urllib3.util import parse_url


def field(value):
    return "-" if value is None else "=" + str(value).encode("utf-8", "surrogatepass").hex()


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


write("%s\tidna %s, Python %s, Unicode %s" % (
    urllib3.__version__, idna.__version__, platform.python_version(), unicodedata.unidata_version))
for line in sys.stdin:
    url = bytes.fromhex(line.rstrip("\n").split(" ")[1]).decode("utf-8", "surrogatepass")
    try:
        parts = parse_url(url)
    except urllib3.exceptions.LocationParseError:
        write("!")
    except Exception as e:
        write("!" + type(e).__name__)
    else:
        write("\t".join(map(field, list(parts) + [parts.url])))
