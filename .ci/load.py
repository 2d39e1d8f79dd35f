# Prints what each module of the arguments, opened in Chromium, sends to /result. .ci/dist runs it.
import http.server, os, queue, subprocess, sys, tempfile, threading, urllib.parse

results = queue.Queue()


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".mjs": "text/javascript"}

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/result":
            results.put(urllib.parse.unquote(query))
        if path.endswith(".mjs"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<script type="module" src="/{query}"></script>'.encode())

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for name in sys.argv[1:]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                                    f"http://127.0.0.1:{server.server_port}/?{name}"], stderr=subprocess.DEVNULL)
        try:
            print(name, results.get(timeout=60))
        finally:
            browser.kill()
            browser.wait()
