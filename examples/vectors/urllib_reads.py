"""Compares urllib.parse with the vectors of a release: python urllib_reads.py who-reads-what.jsonl 3.15.2"""
import json
import sys
from urllib.parse import urljoin, urlparse


def read(url):
    try:
        parts = urlparse(url)
        host = parts.hostname
    except ValueError:
        return {"accepts": False}
    try:
        port = parts.port
    except ValueError:
        port = None
    return {"accepts": True, "scheme": parts.scheme, "host": host, "port": None if port is None else str(port),
            "path": parts.path, "path_params": parts.params, "query": parts.query, "fragment": parts.fragment}


def joined(base, url):
    try:
        return urljoin(base, url)
    except ValueError:
        return None


tested = wrong = 0
for line in open(sys.argv[1], encoding="utf-8"):
    vector = json.loads(line)
    for want in vector.get("readers", []):
        if want["dialect"] == "urllib" and want["release"] == sys.argv[2]:
            tested += 1
            got = {**read(vector["url"]), "joined": joined(vector["base"], vector["url"])}
            if any(want.get(name) != value for name, value in got.items()):
                wrong += 1
                print(ascii(vector["url"]), ascii(got), "want", ascii(want))
print(tested, "vectors,", wrong, "wrong")
sys.exit(wrong > 0 or tested == 0)
