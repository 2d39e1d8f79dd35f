"""Answers questions about request targets with Python's http.server, or with h11.

usage: servers.py http.server|h11

A line of standard input is a JSON array of method, target and Host, in Latin-1. A line of the output is the target that
the server reports, or null.
"""
import http.server, json, socketserver, socket, sys, threading

class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        self.server.seen = self.path
        self.send_response(204)
        self.end_headers()

    do_GET = do_OPTIONS = do_CONNECT = answer

    def log_message(self, *args):
        pass

def ask_python(server, request):
    server.seen = None
    with socket.create_connection(server.server_address) as s:
        s.sendall(request)
        s.shutdown(socket.SHUT_WR)
        while s.recv(4096):
            pass
    return server.seen

def ask_h11(request):
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(request)
    try:
        event = connection.next_event()
    except h11.RemoteProtocolError:
        return None
    return event.target.decode('latin-1') if isinstance(event, h11.Request) else None

if sys.argv[1] == 'h11':
    import h11
    ask = ask_h11
else:
    server = socketserver.TCPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ask = lambda request: ask_python(server, request)

for line in sys.stdin:
    method, target, host = json.loads(line)
    request = f'{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n'.encode('latin-1')
    print(json.dumps(ask(request)), flush=True)
