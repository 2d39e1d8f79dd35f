# Answers package internal/testing/oracle with the host that a parser of Python reads: urllib, urllib3 or yarl.
import platform
import sys

which = sys.argv[1]
if which == "urllib":
    from urllib.parse import urlsplit
    release, host = platform.python_version(), lambda url: urlsplit(url).hostname
elif which == "urllib3":
    import urllib3
    release, host = urllib3.__version__, lambda url: urllib3.util.parse_url(url).host
else:
    import yarl
    release, host = yarl.__version__, lambda url: yarl.URL(url).raw_host

print(release, flush=True)
for line in sys.stdin:
    url = bytes.fromhex(line.split(" ")[1]).decode("utf-8", "surrogateescape")
    try:
        print("=" + (host(url) or "").encode("utf-8", "surrogatepass").hex(), flush=True)
    except Exception:
        print("!", flush=True)
