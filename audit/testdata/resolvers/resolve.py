# Asks getaddrinfo of the C library which hosts are addresses, as package internal/testing/oracle describes. The answer
# is the address, or "-" for a name. No name is looked up. The text is encoded by IDNA 2003, as Python does.
import platform
import socket
import sys


def answer(host):
    try:
        return "~" + socket.getaddrinfo(host, 80, 0, socket.SOCK_STREAM, 0, socket.AI_NUMERICHOST)[0][4][0].split("%")[0].encode().hex()
    except (OSError, UnicodeError):
        return "-"


print("1\t%s, Python %s" % (" ".join(platform.libc_ver()), platform.python_version()), flush=True)
for line in sys.stdin:
    print(answer(bytes.fromhex(line.split(" ")[1]).decode()), flush=True)
