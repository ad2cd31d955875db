"""A request whose answer is read while its body is still being sent, in one thread."""

from __future__ import annotations

import http.client
import io
import itertools
import select
import ssl
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional

PIECE = 1 << 16


class Duplex(io.RawIOBase):
    """Reading the answer sends the body: as much of it as the other end takes, and no more is asked of its source.

    Two threads may not use one TLS connection, and a body that is sent whole before the answer is read blocks where
    the other end waits for us to read.
    """

    def __init__(self, opened: Callable[[], http.client.HTTPConnection], lines: Iterable[bytes],
                 timeout: float) -> None:
        self._opened, self._lines, self._timeout = opened, iter(lines), timeout
        self._taken: Optional[List[bytes]] = []
        self._pending = memoryview(b"")
        self._is_sent = False
        self._connection: Optional[http.client.HTTPConnection] = None

    def request(self, method: str, target: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        """The head of the answer; what is read from it after that goes on sending."""
        self._connection = self._opened()
        self._socket: Any = self._connection.sock
        self._socket.setblocking(False)
        head = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()),
                "Transfer-Encoding: chunked", "", ""]
        self._pending = memoryview("\r\n".join(head).encode("latin-1"))
        answer = http.client.HTTPResponse(_Source(self), method=method)  # type: ignore[arg-type]
        answer.begin()
        return answer

    def forget(self) -> None:
        """The answer has begun: the lines that were sent are not needed again."""
        self._taken = None

    def from_the_beginning(self) -> Iterator[bytes]:
        """All lines, those that were sent, too."""
        return itertools.chain(self._taken or [], self._lines)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            try:
                return int(self._socket.recv_into(buffer))
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                pass
            if not self._send():
                self._wait()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        super().close()

    def _send(self) -> bool:
        """Whether something was sent."""
        if not self._pending and not self._is_sent:
            self._pending = memoryview(self._next_piece())
        if not self._pending:
            return False
        try:
            self._pending = self._pending[self._socket.send(self._pending):]
            return True
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        except ConnectionError:
            # Refused before the end: the answer that says why is still there to be read.
            self._pending, self._is_sent = memoryview(b""), True
            return False

    def _next_piece(self) -> bytes:
        piece: List[bytes] = []
        size = 0
        for line in self._lines:
            if self._taken is not None:
                self._taken.append(line)
            piece.append(line)
            size += len(line)
            if size >= PIECE:
                break
        self._is_sent = size < PIECE
        end = b"0\r\n\r\n" if self._is_sent else b""
        return (b"%x\r\n%b\r\n" % (size, b"".join(piece)) if size else b"") + end

    def _wait(self) -> None:
        sending = [self._socket] if self._pending else []
        if not any(select.select([self._socket], sending, [], self._timeout)):
            raise TimeoutError(f"nothing came for {self._timeout:g} seconds")


class _Source:
    """What HTTPResponse asks of a socket."""

    def __init__(self, duplex: Duplex) -> None:
        self._duplex = duplex

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self._duplex, PIECE)
