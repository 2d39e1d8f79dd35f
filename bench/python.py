"""Times functions of urllib.parse for the benchmarks of earl.

A line of standard input is a JSON object. {"texts": [...], "base": URL} keeps texts
for what follows, and what references are resolved against; {"do": name, "start": i,
"end": j} is answered by the nanoseconds that the function takes for texts i up to j,
one after the other.
"""

import gc
import json
import sys
import time
from urllib.parse import parse_qsl, quote, quote_plus, unquote, unquote_plus, urljoin, urlparse, urlsplit

base = ""

functions = {
    "urlsplit": urlsplit,
    "urlparse": urlparse,
    "urljoin": lambda s: urljoin(base, s),
    "quote": quote,
    "quote_plus": quote_plus,
    "unquote": unquote,
    "unquote_plus": unquote_plus,
    "parse_qsl": parse_qsl,
}


def took(do, texts):
    start = time.perf_counter_ns()
    for s in texts:
        do(s)
    return time.perf_counter_ns() - start


def main():
    global base
    texts = []
    gc.disable()
    print(sys.version.split()[0], flush=True)
    for line in sys.stdin:
        ask = json.loads(line)
        if "texts" in ask:
            texts, base = ask["texts"], ask["base"]
            print(len(texts), flush=True)
        else:
            print(took(functions[ask["do"]], texts[ask["start"]:ask["end"]]), flush=True)
            gc.collect(0)


main()
