"""The program that main.go was: it prints the broken links of a site."""

import sys
import urllib.request
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit


class Links(HTMLParser):
    def __init__(self, base):
        super().__init__()
        self.base, self.found = base, []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.append(urldefrag(urljoin(self.base, value)).url)


def check(start):
    seen, todo, broken = {start}, [start], 0
    while todo:
        url = todo.pop()
        try:
            with urllib.request.urlopen(url) as response:
                page = response.read().decode("utf-8", "replace")
                html = response.headers.get_content_type() == "text/html"
        except OSError as err:
            print(url, err)
            broken += 1
            continue
        if not html or urlsplit(url).netloc != urlsplit(start).netloc:
            continue
        links = Links(url)
        links.feed(page)
        for link in links.found:
            if urlsplit(link).scheme in ("http", "https") and link not in seen:
                seen.add(link)
                todo.append(link)
    return broken


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1]) else 0)
