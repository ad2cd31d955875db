"""HTTP to a service: connections that are kept, requests that are asked again, errors as exceptions."""

from __future__ import annotations

import http.client
import json
import random
import ssl
import time
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

from ._duplex import Duplex

AGAIN = (429, 503)


class ServiceError(Exception):
    """A request that the service did not answer with what was asked for.

    ``kind`` is for programs (``docs/SERVICE.md`` lists the kinds; ``"connection"`` where there was no answer at
    all), ``message`` is for people, and ``status`` is the HTTP status, 0 without an answer.
    """

    def __init__(self, status: int, kind: str, message: str, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.retry_after = status, kind, message, retry_after

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def error_in(answer: http.client.HTTPResponse, body: bytes) -> ServiceError:
    try:
        error = json.loads(body)["error"]
        kind, message = str(error["kind"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        # What stands between, such as a proxy, answers in its own way.
        kind, message = "http", f"{answer.status} {answer.reason}"
    seconds = answer.getheader("Retry-After", "")
    return ServiceError(answer.status, kind, message, float(seconds) if seconds.isdigit() else None)


def no_answer(problem: Exception) -> ServiceError:
    return ServiceError(0, "connection", f"{type(problem).__name__}: {problem}")


class Patience:
    """When to ask again, and when to give up."""

    def __init__(self, seconds: float) -> None:
        self._end, self._pause = time.monotonic() + seconds, 0.05

    def wait(self, error: ServiceError) -> None:
        """Waits, or raises the error where the next try would come too late."""
        pause = max(self._pause * random.uniform(0.5, 1.0), error.retry_after or 0.0)
        if time.monotonic() + pause > self._end:
            raise error
        time.sleep(pause)
        self._pause = min(2 * self._pause, 5.0)


class Connections:
    """The way to one service. Threads may share it: each request has a connection of its own."""

    def __init__(self, url: str, token: Optional[str], context: Optional[ssl.SSLContext], timeout: float,
                 patience: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"expected a URL such as http://127.0.0.1:8080/, got {url!r}")
        self._host, self._port, self._base = parts.hostname, parts.port, parts.path.rstrip("/")
        self._context = (context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._timeout, self._patience = timeout, patience
        self._idle: List[http.client.HTTPConnection] = []

    def ask(self, method: str, path: Iterable[str], query: Optional[Mapping[str, Any]] = None, body: Any = None, *,
            repeatable: bool = True, patience: Optional[float] = None) -> Any:
        """The JSON of the answer. What is not ``repeatable`` is asked again only where it was surely refused."""
        return json.loads(self.read(method, path, query, body, repeatable=repeatable, patience=patience))

    def read(self, method: str, path: Iterable[str], query: Optional[Mapping[str, Any]] = None, body: Any = None, *,
             repeatable: bool = True, patience: Optional[float] = None) -> bytes:
        target = self._target(path, query)
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        waiting = Patience(self._patience if patience is None else patience)
        while True:
            try:
                return self._once(method, target, data, fresh=not repeatable)
            except ServiceError as error:
                if error.status not in AGAIN and not (error.kind == "connection" and repeatable):
                    raise
                waiting.wait(error)

    def lines(self, path: Iterable[str], query: Mapping[str, Any], lines: Iterable[bytes]) -> Iterator[Dict[str, Any]]:
        """The answers to lines, which are taken from their source as the service takes them."""
        target = self._target(path, query)
        source, patience = iter(lines), Patience(self._patience)
        while True:
            duplex = Duplex(self._opened, source, self._timeout)
            try:
                answer = self._head(duplex, target)
                if answer.status == 200:
                    duplex.forget()
                    yield from self._answers(answer)
                    return
                raise error_in(answer, answer.read())
            except (OSError, http.client.HTTPException) as problem:
                raise no_answer(problem) from problem
            except ServiceError as error:
                if error.status not in AGAIN:
                    raise
                source = duplex.from_the_beginning()
                patience.wait(error)
            finally:
                duplex.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _head(self, duplex: Duplex, target: str) -> http.client.HTTPResponse:
        headers = {"Host": self._name(), "Content-Type": "application/x-ndjson", "Connection": "close", **self._headers}
        return duplex.request("POST", target, headers)

    @staticmethod
    def _answers(answer: http.client.HTTPResponse) -> Iterator[Dict[str, Any]]:
        for line in answer:
            if not line.endswith(b"\n"):
                raise http.client.IncompleteRead(line)
            yield json.loads(line)

    def _target(self, path: Iterable[str], query: Optional[Mapping[str, Any]]) -> str:
        words = {k: str(v).lower() if isinstance(v, bool) else v for k, v in (query or {}).items() if v is not None}
        target = self._base + "/" + "/".join(quote(segment, safe="") for segment in path)
        return target + ("?" + urlencode(words) if words else "")

    def _name(self) -> str:
        host = f"[{self._host}]" if ":" in self._host else self._host
        return host if self._port is None else f"{host}:{self._port}"

    def _opened(self) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection
        if self._context is not None:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout,
                                                     context=self._context)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        connection.connect()
        return connection

    def _once(self, method: str, target: str, data: Optional[bytes], fresh: bool) -> bytes:
        headers = dict(self._headers)
        if data is not None:
            headers["Content-Type"] = "application/json"
        # An idle connection may have been closed at the other end, which shows too late.
        connection = None if fresh else self._taken()
        kept = connection is not None
        try:
            try:
                return self._exchange(connection or self._opened(), method, target, data, headers)
            except (ConnectionError, http.client.BadStatusLine):
                if not kept:
                    raise
                return self._exchange(self._opened(), method, target, data, headers)
        except (OSError, http.client.HTTPException) as problem:
            raise no_answer(problem) from problem

    def _taken(self) -> Optional[http.client.HTTPConnection]:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _exchange(self, connection: http.client.HTTPConnection, method: str, target: str, data: Optional[bytes],
                  headers: Mapping[str, str]) -> bytes:
        try:
            connection.request(method, target, data, headers)
            answer = connection.getresponse()
            body = answer.read()
        except BaseException:
            connection.close()
            raise
        if answer.will_close:
            connection.close()
        else:
            self._idle.append(connection)
        if answer.status >= 300:
            raise error_in(answer, body)
        return body
