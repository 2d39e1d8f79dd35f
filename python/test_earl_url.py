"""Tests of the installed wheel: python test_earl_url.py. It needs the command and nothing else."""

import asyncio
import json
import multiprocessing
import os
import pickle
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import earl_url
from earl_url import _coprocess

PIECES = ["http://", "https:", "//", "/", "\\", "@", ":", "?", "#", "[", "]", "%", "%2e", "%zz", ".", "..", "a", "b.example",
          "127.0.0.1", "0x7f.1", "::1", "é", "。", "ß", "\ud800", "\udc80", "\0", "\n", "\t", " ", '"', "<", "&", "=", ";",
          "xn--ls8h", "user", "80", "65536", "\U0001f4a9", "\u200d", "{", "|"]


def texts(n):
    rng = random.Random(20261129)
    return ["".join(rng.choices(PIECES, k=rng.randrange(12))) for _ in range(n)]


def batch(args, records):
    """The command's records, each run for all of the records at once."""
    lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records).encode("utf-8", "surrogatepass")
    out = subprocess.run([earl_url.command(), *args, "--in", "jsonl", "--json", "--surrogates", "--quiet"], input=lines,
                         stdout=subprocess.PIPE, check=False).stdout
    return [_coprocess._decode(line) for line in out.splitlines()]


class Test(unittest.TestCase):
    maxDiff = None

    def ended(self, function, *args):
        try:
            return {"ok": True, "result": function(*args)}
        except earl_url.URLError as e:
            return {"ok": False, "error": e.record}

    def test_equal_to_the_command(self):
        urls = texts(int(os.environ.get("EARL_TEXTS", "2000")))
        rows = [{"url": u} for u in urls]
        for dialects in (None, ["whatwg", "requests", "urllib@3.9"]):
            args = ["audit"] + (["--as", ",".join(dialects)] if dialects else [])
            for url, want in zip(urls, batch(args, rows)):
                self.assertEqual(earl_url.audit(url, dialects), want)
                self.assertEqual(want["input"], url)
        for dialect in ("rfc3986", "urllib", "whatwg", "net/url"):
            for url, want in zip(urls, batch(["parse", "--as", dialect], rows)):
                got = self.ended(earl_url.parse, url, dialect)
                self.assertEqual(got.get("result", got.get("error")), want if want["ok"] else want["error"])
        for policy in ("web", "strict", "webhook", "intranet"):
            for url, want in zip(urls, batch(["check", "--policy", policy], rows)):
                got = self.ended(earl_url.check, url, policy)
                self.assertEqual((got["ok"], got.get("error")), (want["ok"], want.get("error")))
        base = "http://a/b/c?d"
        for url, want in zip(urls, batch(["join", "--base", base], rows)):
            got = self.ended(earl_url.join, base, url)
            self.assertEqual(got.get("result", got.get("error")), want["href" if want["ok"] else "error"])
        for url, want in zip(urls, batch(["normalize", "--profile", "whatwg"], rows)):
            got = self.ended(earl_url.normalize, url)
            self.assertEqual(got.get("result", got.get("error")), want["href" if want["ok"] else "error"])

    def test_clients(self):
        """A client that looks up a host looks up the one that audit names."""
        try:
            import aiohttp, httpx, requests, yarl  # noqa: E401
        except ImportError as e:
            self.skipTest(str(e))
        class Asked(Exception):
            pass

        def ask(host, *_, **__):
            raise Asked(host)

        class Connector(aiohttp.TCPConnector):
            async def _resolve_host(self, host, *_, **__):
                raise Asked(host)

        def host_of(send, url):
            try:
                send(url)
            except Exception as e:
                while e is not None and not isinstance(e, Asked):
                    e = e.__cause__ or e.__context__
                return e and e.args[0]
            return None

        session = requests.Session()
        session.trust_env = False
        client = httpx.Client(trust_env=False)
        loop = asyncio.new_event_loop()

        async def send(url):
            async with aiohttp.ClientSession(connector=Connector()) as s:
                await s.get(url)

        clients = {
            "requests@" + requests.__version__: session.get, "httpx@" + httpx.__version__: client.get,
            "yarl@" + yarl.__version__: lambda url: loop.run_until_complete(send(url)),
        }
        urls = ["http://" + text for text in texts(int(os.environ.get("EARL_CLIENT_TEXTS", "1500")))]
        urls += ["http://127.0.0.1\\@1.1.1.1/", "http://1.1.1.1\\@127.0.0.1/", "http://127.0.0.%31/", "http://good.example@10.0.0.1/"]
        named, wrong = 0, []
        getaddrinfo, socket.getaddrinfo = socket.getaddrinfo, ask
        try:
            for url in urls:
                if "\ud800" in url or "\udc80" in url:
                    continue  # no client takes a surrogate
                for reading, (name, send_url) in zip(earl_url.audit(url, list(clients))["dialects"], clients.items()):
                    asked = host_of(send_url, url)
                    want = reading["host"] if reading["ok"] else None
                    if name.startswith("yarl@") and want and want.endswith(".."):
                        want = want.rstrip(".") + "."  # as the connector of aiohttp does
                    named += asked is not None
                    if asked is not None and asked.strip("[]").lower() != (want or "").strip("[]").lower():
                        wrong.append((name, url, asked, want))
        finally:
            socket.getaddrinfo = getaddrinfo
            client.close()
            loop.close()
        self.assertGreater(named, 100)
        self.assertEqual([], wrong[:20])

    def test_links(self):
        text = "Voilà <http://a.example/é>, b.com and me@c.com \ud800http://d.example"
        links = earl_url.find_links(text, bare_domains=True, email=True)
        hrefs = [x["href"] for x in links if x["ok"]]
        self.assertEqual(hrefs, ["http://a.example/%C3%A9", "https://b.com/", "mailto:me@c.com", "http://d.example/"])
        octets = text.encode("utf-8", "surrogatepass")
        for link in links:
            written = octets[link["source"]["start"]:link["source"]["end"]].decode()
            self.assertTrue(link["input"].endswith(written), written)
        self.assertEqual(earl_url.find_links(""), [])

    def test_wrong_arguments(self):
        for call, problem in (
            (lambda: earl_url.parse("a", "urlib"), "urllib"),
            (lambda: earl_url.audit("a", ["whatwg@1"]), "whatwg"),
            (lambda: earl_url.check("a", "wbe"), "web"),
            (lambda: earl_url.check("a", hosts=["*.example"]), "wildcard"),
            (lambda: earl_url.normalize("a", "sort"), "profile"),
            (lambda: earl_url.join("http://a/", "b", "php"), "php"),
        ):
            with self.assertRaisesRegex(earl_url.CommandError, problem):
                call()
        with self.assertRaisesRegex(TypeError, "list"):
            earl_url.audit("http://a/", "whatwg")  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "empty"):
            earl_url.check("http://a/", hosts=[])
        for wrong in ("", "a,b", "@/etc/hosts"):
            with self.assertRaisesRegex(ValueError, "not valid"):
                earl_url.check("http://a/", hosts=[wrong])
        with self.assertRaisesRegex(TypeError, "str"):
            earl_url.audit(b"http://a/")  # type: ignore[arg-type]
        self.assertEqual(earl_url.join("http://a/b?c", "../d"), "http://a/d")

    def test_errors_are_pickled(self):
        with self.assertRaises(earl_url.Rejected) as caught:
            earl_url.check("http://u:secretpw@10.0.0.1/")
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((type(copy), copy.record, str(copy)), (earl_url.Rejected, caught.exception.record, str(caught.exception)))
        self.assertNotIn("secretpw", str(copy))

    def test_long(self):
        url = "http://h.example/" + "é" * (4 << 20)
        self.assertEqual(earl_url.parse(url, "whatwg")["path"], "/" + "%C3%A9" * (4 << 20))

    def test_threads(self):
        wrong, before = [], threading.active_count()

        def ask(i):
            for j in range(3):
                url = f"http://h{i}-{j}.example/"
                if earl_url.audit(url)["input"] != url or earl_url.join(url, "x") != url + "x":
                    wrong.append(url)

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(1000)]
        for t in threads:
            t.start()
        self.assertLessEqual(len(_coprocess._pool.all), _coprocess.limit)
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])
        self.assertEqual(threading.active_count(), before)

    def test_many_arguments(self):
        for i in range(150):  # more than a coprocess has sessions
            earl_url.check("http://a.example/", hosts=[f"h{i}.example", "a.example"])
        self.assertLessEqual(len(_coprocess._pool.all), _coprocess.limit)

    @unittest.skipIf(os.name == "nt", "no signals")
    def test_killed(self):
        earl_url.join("http://a/", "b")
        for each in list(_coprocess._pool.all):
            each.process.kill()
            each.process.wait()
        self.assertEqual(earl_url.join("http://a/", "b"), "http://a/b")

    @unittest.skipIf(os.name == "nt", "no signals")
    def test_all_killed(self):
        """Threads that lose their coprocesses at the same time, with all of them in use."""
        old, _coprocess.limit = _coprocess.limit, 2
        kept, ask = [], _coprocess._Coprocess.ask
        barrier = threading.Barrier(2)

        def killed(self, request):
            if len(kept) < 2:
                kept.append(None)
                barrier.wait(10)
                self.process.kill()
                self.process.wait()
            return ask(self, request)

        results = []
        try:
            _coprocess._pool.close()
            _coprocess._Coprocess.ask = killed
            threads = [threading.Thread(target=lambda: results.append(earl_url.join("http://a/", "b")), daemon=True)
                       for _ in range(2)]
            for t in threads:
                t.start()
            for t in threads:
                t.join(20)
        finally:
            _coprocess.limit, _coprocess._Coprocess.ask = old, ask
        self.assertEqual(results, ["http://a/b"] * 2)

    @unittest.skipIf(os.name == "nt", "no signals")
    def test_kept_errors(self):
        """Errors that are kept hold no coprocesses."""
        errors, ask = [], _coprocess._Coprocess.ask

        def broken(self, request):
            raise OSError("broken")

        try:
            _coprocess._Coprocess.ask = broken
            for _ in range(2 * _coprocess.limit):
                try:
                    earl_url.join("http://a/", "b")
                except OSError as e:
                    errors.append(e)
        finally:
            _coprocess._Coprocess.ask = ask
        self.assertEqual(earl_url.join("http://a/", "b"), "http://a/b")
        self.assertEqual(len(errors), 2 * _coprocess.limit)

    @unittest.skipIf(os.name == "nt", "no signals")
    def test_interrupted(self):
        class Interrupt(Exception):
            pass

        def interrupt(*_):
            raise Interrupt

        old = signal.signal(signal.SIGALRM, interrupt)
        rng = random.Random(1)
        try:
            for i in range(200):
                try:
                    signal.setitimer(signal.ITIMER_REAL, rng.random() / 1000)
                    while True:
                        earl_url.join("http://a/", "b")
                except Interrupt:
                    pass
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
                self.assertEqual(earl_url.join("http://a/", f"c{i}"), f"http://a/c{i}")
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertLessEqual(len(_coprocess._pool.all), _coprocess.limit)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_fork(self):
        stop = threading.Event()
        wrong = []

        def ask():
            while not stop.is_set():
                if earl_url.join("http://a/", "b") != "http://a/b":
                    wrong.append("b")

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for t in threads:
            t.start()
        try:
            for i in range(20):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of Python 3.12 about threads
                    child = os.fork()
                if child == 0:
                    ok = earl_url.join("http://a/", f"c{i}") == f"http://a/c{i}"
                    _coprocess._pool.close()
                    os._exit(0 if ok else 1)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            stop.set()
            for t in threads:
                t.join()
        self.assertEqual(wrong, [])

    def test_pool_of_processes(self):
        methods = multiprocessing.get_all_start_methods()
        for method in methods:
            with multiprocessing.get_context(method).Pool(3) as pool:
                self.assertEqual(pool.map(earl_url.normalize, [f"HTTP://H{i}/" for i in range(50)]),
                                 [f"http://h{i}/" for i in range(50)])

    def test_nothing_is_left(self):
        code = "import earl_url, os; earl_url.join('http://a/', 'b'); " \
               "print(*(p.process.pid for p in earl_url._coprocess._pool.all)); print(earl_url.audit('http://h/')['ok'])"
        end = {"ends": "", "ends by os._exit": "; import sys; sys.stdout.flush(); os._exit(0)"}
        for name, more in end.items():
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-W", "error", "-c", code + more], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, universal_newlines=True, check=True)
                self.assertEqual(done.stderr, "")
                if os.name != "nt":
                    for pid in done.stdout.split()[:-1]:
                        for _ in range(100):
                            if not os.path.exists(f"/proc/{pid}"):
                                break
                            time.sleep(0.05)
                        self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)

    def test_missing_command(self):
        code = "import earl_url._coprocess as c, earl_url; c.sysconfig.get_path = lambda *a: 'nowhere'; " \
               "c.sys.prefix = 'nowhere'; c.sysconfig.get_scheme_names = tuple; c.__file__ = '/nowhere/x/y.py'\n" \
               "try: earl_url.join('http://a/', 'b')\nexcept earl_url.CommandError as e: print(e)"
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, universal_newlines=True, check=True,
                                  cwd=folder, env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(earl_url.__file__))})
        self.assertIn("install earl-url again", done.stdout)

    def test_module(self):
        done = subprocess.run([sys.executable, "-m", "earl_url", "get", "{host}", "http://h/"], stdout=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (0, b"h\n"))
        self.assertEqual(subprocess.run([sys.executable, "-m", "earl_url", "check", "http://h/"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE).returncode, 3)


if __name__ == "__main__":
    unittest.main()
