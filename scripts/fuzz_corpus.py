#!/usr/bin/env python3
"""pack FOLDER FILE, unpack FILE FOLDER: many small inputs as one file (tests/fuzz/corpus).

The length of each input, a line end, its bytes. Small inputs come first, up to a size that a
repository can carry.
"""
import hashlib
import pathlib
import sys

MOST_BYTES = 60_000


def pack(folder: pathlib.Path, file: pathlib.Path) -> None:
    inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda b: (len(b), b))
    packed = b""
    for data in inputs:
        entry = b"%d\n%s" % (len(data), data)
        if len(packed) + len(entry) > MOST_BYTES:
            break
        packed += entry
    file.write_bytes(packed)


def unpack(file: pathlib.Path, folder: pathlib.Path) -> None:
    packed = file.read_bytes()
    while packed:
        length, packed = packed.split(b"\n", 1)
        data, packed = packed[: int(length)], packed[int(length) :]
        (folder / ("kept-" + hashlib.sha1(data).hexdigest()[:12])).write_bytes(data)


if __name__ == "__main__":
    {"pack": pack, "unpack": unpack}[sys.argv[1]](pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
