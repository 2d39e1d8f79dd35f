# Answers a URL with the address of the server that httpx reaches. No question leaves this machine.
import socket
import sys

import httpx

resolve = socket.getaddrinfo


def numeric(host, port, *args, **kwargs):
    text = host.decode() if isinstance(host, bytes) else host
    if text != "localhost":
        kwargs["flags"] = kwargs.get("flags", 0) | socket.AI_NUMERICHOST
    found = resolve(host, port, *args, **kwargs)
    if any(not (a[4][0].startswith(("127.", "::ffff:127.")) or a[4][0] == "::1") for a in found):
        raise socket.gaierror("not a loopback address")
    return found


socket.getaddrinfo = numeric


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


write(httpx.__version__ + "\t")
with httpx.Client(trust_env=False, timeout=5) as client:
    for line in sys.stdin:
        try:
            url = bytes.fromhex(line.rstrip("\n").split(" ")[1]).decode()
            write("=" + client.get(url).text.encode().hex())
        except Exception:
            write("!")
