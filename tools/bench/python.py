"""A line server for urllib.parse: program.go has the questions texts, base and time.

With the argument loop, it is a rival of the command instead: it splits each line of its input with urlsplit, and writes
the five parts with tabs between them."""

import gc
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


def decoded(token):
    return bytes.fromhex(token[1:]).decode("utf-8", "replace")


def main():
    global base
    texts = []
    gc.disable()
    print(sys.version.split()[0], flush=True)
    for line in sys.stdin:
        what, *words = line.split()
        if what == "texts":
            texts = [decoded(token) for token in words]
            print(len(texts), flush=True)
        elif what == "base":
            base = decoded(words[0])
            print(len(base), flush=True)
        else:
            name, start, end = words
            print(took(functions[name], texts[int(start):int(end)]), flush=True)
            gc.collect(0)


def loop():
    write = sys.stdout.write
    for line in sys.stdin:
        try:
            write("\t".join(urlsplit(line.rstrip("\n"))) + "\n")
        except ValueError:
            write("\n")


loop() if sys.argv[1:] == ["loop"] else main()
