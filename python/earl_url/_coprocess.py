"""Runs the command earl as coprocesses."""

from __future__ import annotations

import atexit
import collections
import functools
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
import weakref
from pathlib import Path
from typing import IO, Any, Deque, Dict, List, Sequence, Union

limit = max(4, 2 * (os.cpu_count() or 1))  # the number of coprocesses that run at a time
sysconfig.get_config_vars()  # before CPython 3.11, its first call is not safe in threads


class CommandError(RuntimeError):
    """The command earl is missing, rejects its arguments, or has ended."""


class _Ended(CommandError):
    """The command has ended, but not because of its arguments."""


@functools.lru_cache(maxsize=None)
def command() -> str:
    """Returns the path of the command, which the wheel installs as a script."""
    name = "earl.exe" if os.name == "nt" else "earl"
    package = Path(__file__).resolve().parent
    folders = [Path(sysconfig.get_path("scripts")), Path(sys.prefix, "Scripts" if os.name == "nt" else "bin")]
    user = "nt_user" if os.name == "nt" else "posix_user"
    if user in sysconfig.get_scheme_names():
        folders.append(Path(sysconfig.get_path("scripts", user)))
    folders += [package.parent / "bin", package.parent / "Scripts"]  # of pip install --target
    for folder in folders:
        if (folder / name).is_file():
            return str(folder / name)
    raise CommandError(f"the command {name} is in none of {', '.join(map(str, folders))}: install earl-url again")


def _start(messages: IO[bytes]) -> "subprocess.Popen[bytes]":
    # A coprocess has its own session, so that the interrupt key of the terminal does not end it. Its files have no
    # buffers, because a buffer has a lock, which can be held for ever in a child of fork.
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        return subprocess.Popen([command(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages,
                                start_new_session=os.name != "nt", creationflags=flags, bufsize=0)
    except OSError as e:
        raise CommandError(f"cannot start {command()}: {e}") from e


class _Coprocess:
    """A running command "earl serve", which answers each request before the next one."""

    messages = -1  # the file of its messages, until it is closed

    def __init__(self) -> None:
        with tempfile.TemporaryFile(buffering=0) as messages:
            self.process = _start(messages)
            self.messages = os.dup(messages.fileno())
        assert self.process.stdin and self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def ask(self, request: bytes) -> bytes:
        parts: List[bytes] = []
        try:
            rest = memoryview(request)
            while rest:
                rest = rest[self.stdin.write(rest):]
            while not parts or parts[-1][-1:] not in (b"\n", b""):
                parts.append(self.stdout.read(1 << 16))
        except OSError:
            pass
        if parts and parts[-1]:
            return b"".join(parts)
        status = self.process.wait()
        os.lseek(self.messages, 0, os.SEEK_SET)
        text = os.read(self.messages, 4096).decode("utf-8", "replace").strip()
        raise _Ended(f"the command earl ended with status {status}: {text or 'no message'}")

    def close(self, kill: bool = False) -> None:
        """Ends the command, and waits until it has ended."""
        if kill:
            self.process.kill()
        self.forget()
        self.process.wait()

    def forget(self) -> None:
        """Closes the files of the command."""
        self.stdin.close()
        self.stdout.close()
        if self.messages >= 0:
            os.close(self.messages)
            self.messages = -1

    def __del__(self) -> None:
        if self.messages >= 0:  # an interrupt came before the answer was read
            self.close(kill=True)


class _Pool:
    """The coprocesses of a process. It has no lock, which an interrupt can leave locked since CPython 3.14. The
    operations of a deque are atomic."""

    def __init__(self) -> None:
        self.idle: Deque[_Coprocess] = collections.deque()
        self.free: Deque[None] = collections.deque([None] * limit)  # the coprocesses that may still be started
        # Those that run. One that an interrupt has made unreachable is not held, and ends.
        self.all: "weakref.WeakSet[_Coprocess]" = weakref.WeakSet()
        self.waiting: Deque[threading.Lock] = collections.deque()  # each is released when its thread can go on

    def take(self, fresh: bool) -> _Coprocess:
        """Returns an idle coprocess, or a new one, as soon as the limit allows it. A fresh one is not an idle one."""
        while True:
            while self.idle:
                try:
                    idle = self.idle.pop()
                except IndexError:
                    break
                if not fresh:
                    return idle
                self.end(idle, kill=False)
            try:
                self.free.pop()
            except IndexError:
                pass
            else:
                return self.start()
            turn = threading.Lock()
            turn.acquire()
            self.waiting.append(turn)
            if self.idle or self.free:  # it came before the turn was in the list
                self.wake()
            if not turn.acquire(timeout=0.2) and len(self.all) + len(self.free) < limit:
                self.free.append(None)  # an interrupt has lost one

    def start(self) -> _Coprocess:
        try:
            new = _Coprocess()
        except BaseException:
            self.free.append(None)
            raise
        self.all.add(new)
        return new

    def wake(self) -> None:
        while self.waiting:
            try:
                self.waiting.popleft().release()
                return
            except (IndexError, RuntimeError):  # another thread was faster
                pass

    def give(self, used: _Coprocess) -> None:
        self.idle.append(used)
        self.wake()

    def end(self, dead: _Coprocess, kill: bool) -> None:
        self.all.discard(dead)
        self.free.append(None)
        self.wake()
        dead.close(kill=kill)

    def drop(self, dead: _Coprocess) -> None:
        """Ends a coprocess that has not answered."""
        self.end(dead, kill=True)

    def close(self) -> None:
        for each in list(self.all):
            each.close()
        self.all.clear()
        self.idle.clear()
        self.free = collections.deque([None] * limit)


_pool = _Pool()


def _forked() -> None:
    global _pool
    for each in list(_pool.all):
        each.forget()
        each.process.returncode = 0  # it is not a child of this process, so nothing can wait for it
    _pool = _Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
atexit.register(lambda: _pool.close())

_surrogate = re.compile(rb"\\udced\\udc([ab][0-9a-f])\\udc([89ab][0-9a-f])")


def _decode(answer: bytes) -> Any:
    """Returns a record of the command. A lone surrogate is three bytes there, each of them an escape."""
    if b"\\udced" in answer:
        answer = _surrogate.sub(lambda m: b"\xed" + bytes((int(m[1], 16), int(m[2], 16))), answer)
    return json.loads(answer.decode("utf-8", "surrogatepass"))


def request(args: Sequence[str], record: Union[str, Dict[str, str]]) -> Any:
    """Returns the result of a record, or the results of a document. A coprocess that has ended is started again, once."""
    # In JSON, the escapes of two surrogates are one character, so the bytes of a surrogate are sent as they are.
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (args, record))
    for attempt in (0, 1):
        coprocess = _pool.take(fresh=attempt > 0)
        try:
            answer = coprocess.ask(lines.encode("utf-8", "surrogatepass"))
        except BaseException as e:  # also an interrupt, after which the answer is still to be read
            _pool.drop(coprocess)
            if isinstance(e, _Ended) and attempt == 0:
                continue
            raise
        _pool.give(coprocess)
        result = _decode(answer)
        if isinstance(result, dict) and not result["ok"] and result["error"]["kind"] == "usage":
            raise CommandError(result["error"]["message"])
        return result
    raise AssertionError("unreachable")
