"""A client of ``clade serve``, in the standard library alone.

>>> from clade.client import Client
>>> topics = Client("http://127.0.0.1:8080/").model("topics")            # doctest: +SKIP
>>> topics.predict(["the pump leaks oil"], top=3)                        # doctest: +SKIP
[{'id': '0', 'labels': [{'label': 'pumps', 'score': 1.2, 'path': ['machines', 'pumps']}, ...]}]

Answers are those of the service as dictionaries and lists (``docs/SERVICE.md``). What is not answered raises
``ServiceError``.
"""

from __future__ import annotations

import json
import ssl
import time
import uuid
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from ._connection import Connections, ServiceError

__all__ = ["Client", "RemoteModel", "ServiceError"]

Json = Dict[str, Any]
# A text; {"id": ..., "text": ...} or with "features" or "vector" in its place; or a vector's numbers.
Document = Union[str, Mapping[str, Any], Sequence[float]]


def _document(document: Document) -> Json:
    if isinstance(document, str):
        return {"text": document}
    if isinstance(document, Mapping):
        return dict(document)
    return {"vector": [float(value) for value in document]}


class Client:
    """A service.

    ``token``: where the service asks for one. ``ca_file``: certificates to trust, in the place of the system's, for a
    service with a certificate of its own; ``context``: the same in full, e.g. with a certificate of the client.
    ``timeout``: seconds without a sign of life after which a request has failed. ``patience``: for so many seconds a
    request is asked again where the service is busy or cannot be reached; 0: never. Threads may share a client.
    """

    def __init__(self, url: str = "http://127.0.0.1:8080/", *, token: Optional[str] = None,
                 ca_file: Optional[str] = None, context: Optional[ssl.SSLContext] = None, timeout: float = 60.0,
                 patience: float = 30.0) -> None:
        if ca_file is not None:
            context = ssl.create_default_context(cafile=ca_file)
        self._connections = Connections(url, token, context, timeout, patience)

    def models(self) -> List[Json]:
        """Every model: its name, method, sizes, and what it can do."""
        found: List[Json] = self._connections.ask("GET", ["v1", "models"])["models"]
        return found

    def model(self, name: str) -> RemoteModel:
        """The model of that name. Nothing is asked yet."""
        return RemoteModel(self._connections, name)

    def is_alive(self) -> bool:
        """Whether the process answers."""
        return self._says("healthz", "ok")

    def is_ready(self) -> bool:
        """Whether every model is loaded and the journal can be written to."""
        return self._says("readyz", "ready")

    def metrics(self) -> str:
        """Counters and histograms as Prometheus text."""
        return self._connections.read("GET", ["metrics"]).decode()

    def contract(self) -> Json:
        """What the service can be asked, as OpenAPI."""
        found: Json = self._connections.ask("GET", ["openapi.json"])
        return found

    def close(self) -> None:
        """Closes the connections that are kept for further requests."""
        self._connections.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _says(self, path: str, word: str) -> bool:
        try:
            return bool(self._connections.ask("GET", [path], patience=0.0)["status"] == word)
        except ServiceError:
            return False


class RemoteModel:
    """A model of a service."""

    def __init__(self, connections: Connections, name: str) -> None:
        self._connections, self.name = connections, name

    def info(self) -> Json:
        """Its method, generation and sizes, and what it can do."""
        return self._get()

    def taxonomy(self) -> List[Json]:
        """Its nodes, the root first, with the counts of corrections."""
        nodes: List[Json] = self._get("taxonomy")["nodes"]
        return nodes

    def history(self) -> List[Json]:
        """Its generations, the newest first."""
        generations: List[Json] = self._get("history")["generations"]
        return generations

    def predict(self, documents: Iterable[Document], *, top: Optional[int] = None, probabilities: bool = False,
                confidence: Optional[float] = None, coverage: Optional[float] = None) -> List[Json]:
        """A prediction for each document: ``{"id", "labels": [{"label", "score", "path", ...}]}``.

        By the model's own set of labels, or the ``top`` best classes, or the deepest node that is at least as probable
        as ``confidence``, or a small set that holds the truth as often as ``coverage``.
        """
        asked = self._asked(top, probabilities, confidence, coverage)
        body = {"documents": [_document(document) for document in documents], **asked}
        found: List[Json] = self._post("predict", body)["predictions"]
        return found

    def predict_stream(self, documents: Iterable[Document], *, top: Optional[int] = None, probabilities: bool = False,
                       confidence: Optional[float] = None, coverage: Optional[float] = None) -> Iterator[Json]:
        """Predictions of any number of documents, as they are made; documents are taken as they are needed.

        One generation of the model answers all of them. A document that cannot be used has ``{"id", "error"}``.
        """
        asked = self._asked(top, probabilities, confidence, coverage)
        lines = (json.dumps(_document(document), allow_nan=False).encode() + b"\n" for document in documents)
        return self._connections.lines(self._path("predict"), asked, lines)

    def explain(self, document: Document, *, against: Optional[str] = None) -> Json:
        """What speaks for the best class and against the next one, or against the label ``against``."""
        body = {"document": _document(document)}
        return self._post("explain", body if against is None else {**body, "against": against})

    def give_feedback(self, document: Document, labels: Iterable[str], *, key: Optional[str] = None) -> Json:
        """``labels`` are right for the document: ``{"sequence", "document"}`` once that is on the service's disk.

        However often it has to be asked for, it is written once: every call has a ``key`` of its own unless it is
        given. No labels: none fits. A later call for the same id replaces this one.
        """
        if isinstance(labels, str):
            raise TypeError(f"labels: expected a list of names, got the string {labels!r}")
        return self._post("feedback", {"document": _document(document), "labels": list(labels),
                                       "key": uuid.uuid4().hex if key is None else key})

    def feedback(self, limit: int = 50, before: Optional[int] = None) -> Json:
        """``{"feedback", "total", "pending"}``: the newest corrections first, or those before a sequence number."""
        return self._get("feedback", query={"limit": limit, "before": before})

    def forget(self, document: str) -> int:
        """Removes the document of that id from the journal for good; how many entries it had."""
        deleted: int = self._connections.ask("DELETE", self._path("documents", document))["deleted"]
        return deleted

    def update(self, *, since: Optional[int] = None, wait: bool = False) -> Json:
        """Learns from the corrections since the last update, or after the sequence number ``since``.

        The answer's ``state`` is ``"done"`` or ``"nothing"``, or ``"running"`` where a batch method is trained in the
        background; with ``wait`` it is what became of that: ``"done"``, or ``"failed"`` with its ``reason``.
        """
        found = self._post("update", {} if since is None else {"since": since}, repeatable=False)
        while wait and found["state"] == "running":
            time.sleep(0.1)
            found = self.update_state(found["update"])
        return found

    def update_state(self, number: int) -> Json:
        """What became of an update, by its number."""
        return self._get("updates", str(number))

    def rollback(self, generation: Optional[int] = None) -> Json:
        """From now on answers with the generation before the present one, or that one."""
        return self._post("rollback", {} if generation is None else {"generation": generation}, repeatable=False)

    def add_to_pool(self, documents: Iterable[Document]) -> int:
        """Keeps documents for labelling on the service; how many."""
        stored: int = self._post("pool", {"documents": [_document(document) for document in documents]})["stored"]
        return stored

    def pool(self, limit: int = 20) -> Json:
        """``{"documents", "total"}``: those of which the model is least sure first."""
        return self._get("pool", query={"limit": limit})

    def empty_pool(self) -> int:
        """Forgets the documents for labelling; how many."""
        deleted: int = self._connections.ask("DELETE", self._path("pool"))["deleted"]
        return deleted

    @staticmethod
    def _asked(top: Optional[int], probabilities: bool, confidence: Optional[float],
               coverage: Optional[float]) -> Json:
        asked = {"top": top, "probabilities": probabilities or None, "confidence": confidence, "coverage": coverage}
        return {name: value for name, value in asked.items() if value is not None}

    def _path(self, *rest: str) -> List[str]:
        return ["v1", "models", self.name, *rest]

    def _get(self, *rest: str, query: Optional[Json] = None) -> Json:
        found: Json = self._connections.ask("GET", self._path(*rest), query)
        return found

    def _post(self, what: str, body: Json, repeatable: bool = True) -> Json:
        found: Json = self._connections.ask("POST", self._path(what), body=body, repeatable=repeatable)
        return found
