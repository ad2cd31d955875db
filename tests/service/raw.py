"""Bytes on a connection, as no HTTP library would send them."""

import json
import socket

from running import SLOWNESS


class Connection:
    def __init__(self, service, timeout=20):
        self.socket = socket.create_connection(("127.0.0.1", service.port), timeout=timeout * SLOWNESS)
        self.buffer = b""

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode("latin-1"))

    def more(self):
        """Whether something came."""
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        self.buffer += data
        return bool(data)

    def answer(self):
        """(status, headers, body) of the next answer; None where the connection ended without one."""
        while b"\r\n\r\n" not in self.buffer:
            if not self.more():
                return None
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        status = int(lines[0].split()[1])
        if status == 100:
            return self.answer()
        length = int(headers.get("content-length", 0))
        while len(self.buffer) < length and self.more():
            pass
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        is_json = headers.get("content-type", "").startswith("application/json")
        return status, headers, json.loads(body) if is_json and body else body

    def status_alone(self):
        """Of an answer whose body does not come."""
        while b"\r\n\r\n" not in self.buffer and self.more():
            pass
        return int(self.buffer.split()[1])

    def is_closed(self):
        """Whether the other end closes it, before the timeout."""
        try:
            while self.more():
                pass
            return True
        except TimeoutError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


def exchange(service, data, timeout=20):
    with Connection(service, timeout) as connection:
        try:
            connection.send(data)
        except ConnectionError:
            pass  # it was refused before the end; the answer says why
        return connection.answer()


def request(line, *headers, body=b"", host="localhost"):
    """A request with a length; no Host where host is None."""
    body = body.encode() if isinstance(body, str) else body
    fields = ([f"Host: {host}"] if host is not None else []) + list(headers)
    if body and not any(field.lower().startswith(("content-length", "transfer-encoding")) for field in fields):
        fields.append(f"Content-Length: {len(body)}")
    return "\r\n".join([f"{line} HTTP/1.1", *fields, "", ""]).encode("latin-1") + body
