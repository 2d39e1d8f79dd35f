# Asks yarl's URL, as package internal/testing/oracle describes. The fields are scheme, raw_authority, raw_user,
# raw_password, raw_host, explicit_port, raw_path, raw_query_string, raw_fragment and the URL; for a question with a base,
# the URL that base.join(url) returns.
import platform
import sys
import unicodedata

import idna
import yarl
from yarl import URL


def field(value):
    return "-" if value is None else "=" + str(value).encode("utf-8", "surrogatepass").hex()


def text(digits):
    return bytes.fromhex(digits).decode("utf-8", "surrogatepass")


def answer(base, url):
    u = URL(text(url))
    if base != "-":
        return field(URL(text(base[1:])).join(u))
    try:
        port = field(u.explicit_port)
    except ValueError:  # until 1.9, the port is read again from the normalized authority
        port = "!"
    return "\t".join([*map(field, (u.scheme, u.raw_authority, u.raw_user, u.raw_password, u.raw_host)), port,
                      *map(field, (u.raw_path, u.raw_query_string, u.raw_fragment, u))])


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


# Until 1.9, yarl called urllib.parse, which differs between releases of Python. Until 3.13, Python wrote IPv4-mapped
# addresses in hexadecimal.
modelled = sys.version_info >= (3, 13)
if yarl.__version__ in ("1.8.2", "1.9.4"):
    modelled = platform.python_version() == "3.11.7"
write("%s\tidna %s, Python %s, Unicode %s" % (
    yarl.__version__ if modelled else "under another Python", idna.__version__, platform.python_version(),
    unicodedata.unidata_version))
for line in sys.stdin:
    try:
        write(answer(*line.rstrip("\n").split(" ")))
    except (ValueError, IndexError):
        write("!")
    except Exception as e:
        write("!" + type(e).__name__)
