# Connects to loopback servers with aiohttp and requests. First it writes the releases of yarl and requests, and the port
# of the servers, separated by tabs. Each line that it reads is a URL in hexadecimal digits. The answer is the address of
# the server that each client reached, separated by a tab, or "!".
import asyncio
import http.server
import socket
import sys
import threading

import aiohttp
import requests
import yarl


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.connection.getsockname()[0].removeprefix("::ffff:").encode())

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET


class Server6(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6


def serve(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


# No question may leave this machine: only localhost and numeric addresses are resolved.
resolve = socket.getaddrinfo


def numeric(host, port, family=0, type=0, proto=0, flags=0):
    text = host.decode() if isinstance(host, bytes) else host
    if text != "localhost":
        flags |= socket.AI_NUMERICHOST
    found = resolve(host, port, family, type, proto, flags)
    if any(not (a[4][0].startswith(("127.", "::ffff:127.")) or a[4][0] == "::1") for a in found):
        raise socket.gaierror("not a loopback address")
    return found


port = serve(Server(("127.0.0.1", 0), Handler))
serve(Server(("127.0.0.2", port), Handler))
serve(Server6(("::1", port), Handler))
socket.getaddrinfo = numeric


async def by_aiohttp(url):
    timeout = aiohttp.ClientTimeout(total=5)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        async with session.get(url, allow_redirects=False) as response:
            return await response.text()


def by_requests(url):
    with requests.Session() as session:
        session.trust_env = False
        return session.get(url, allow_redirects=False, timeout=5).text


def reached(get, url):
    try:
        return get(url)
    except Exception:
        return "!"


print(yarl.__version__, requests.__version__, port, sep="\t", flush=True)
for line in sys.stdin:
    url = bytes.fromhex(line.strip()).decode()
    print(reached(lambda u: asyncio.run(by_aiohttp(u)), url), reached(by_requests, url), sep="\t", flush=True)
