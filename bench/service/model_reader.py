"""The weights of a linear text model from its file (docs/MODEL_FORMAT.md), as scikit-learn wants them."""

import json
import struct

import numpy as np
from scipy import sparse


class ModelFile:
    def __init__(self, path):
        self.bytes = open(path, "rb").read()
        assert self.bytes[:8] == b"\x89CLADE\r\n", f"{path} is no model"
        _, count = struct.unpack_from("<II", self.bytes, 8)
        self.places = {}
        for i in range(count):
            number, _, offset, length = struct.unpack_from("<IIQQ", self.bytes, 64 + 24 * i)
            self.places[number] = offset, length
        self.header = json.loads(self.section(1))

    def section(self, number):
        offset, length = self.places[number]
        return self.bytes[offset:offset + length]

    def numbers(self, number, kind):
        return np.frombuffer(self.section(number), kind)

    def strings(self, number, count):
        content = self.section(number)
        ends = np.frombuffer(content, "<u8", count)
        text, begin, found = content[8 * count:], 0, []
        for end in ends:
            found.append(text[begin:end].decode())
            begin = int(end)
        return found

    def classes(self):
        nodes = self.numbers(5, "<u4")
        # Strings stand before their parents' lists, whose ends are as many: the first end is where they begin.
        parents = self.section(3)
        count = next(n for n in range(1, len(parents) // 8 + 1)
                     if 8 * n + 4 * struct.unpack_from("<Q", parents, 8 * (n - 1))[0] == len(parents))
        names = self.strings(2, count)
        return [names[node] for node in nodes]

    def unit_weights(self):
        """A row for each unit, a column for each feature."""
        features, real = len(self.numbers(7, "<u4")), "<f4" if self.header["precision"] == "single" else "<f8"
        width = 64 // np.dtype(real).itemsize
        dense = self.numbers(13, real)
        if len(dense):
            return np.ascontiguousarray(dense.reshape(features, -1).T)
        rows, blocks = self.numbers(14, "<u8").astype(np.int64), self.numbers(15, "<u4")
        values = self.numbers(16, real).reshape(-1, width)
        row = np.repeat(np.arange(features), np.diff(rows))
        units = (blocks[:, None].astype(np.int64) * width + np.arange(width)).ravel()
        matrix = sparse.csr_matrix((values.ravel(), (units, np.repeat(row, width))),
                                   shape=(int(units.max()) + 1, features))
        matrix.eliminate_zeros()
        return matrix

    def class_weights(self, count):
        """The sum of each class's units: float32, a row for each class."""
        content = self.section(8)
        ends = np.frombuffer(content, "<u8", count).astype(np.int64)
        entries = int(ends[-1])
        strengths = np.frombuffer(content, "<f8", entries, 8 * count)
        units = np.frombuffer(content, "<u4", entries, 8 * count + 8 * entries)
        weights = self.unit_weights()
        owners = np.repeat(np.arange(count), np.diff(np.concatenate([[0], ends])))
        score_map = sparse.csr_matrix((strengths, (owners, units)), shape=(count, weights.shape[0]))
        found = score_map @ weights
        return np.asarray(found.todense() if sparse.issparse(found) else found, dtype=np.float32)

    def vocabulary(self):
        """(words, idf) by column; every feature is a word that has an idf."""
        features = self.numbers(7, "<u4").astype(np.int64) - 2**31
        names = self.strings(10, len(features))
        content = self.section(11)
        count = len(content) // 12
        factors = dict(zip(np.frombuffer(content, "<u4", count, 8 * count).astype(np.int64) - 2**31,
                           np.frombuffer(content, "<f8", count)))
        return [names[f][1:] for f in features], np.array([factors[f] for f in features])
