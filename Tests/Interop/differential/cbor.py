"""A CBOR encoder that writes what it is told to: any order of keys, any length of a length, raw bytes in between."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Raw:
    """Bytes that are taken as they stand."""

    bytes: bytes


class Pairs(list):
    """A map whose pairs keep their order and may repeat a key; a dict is written in CTAP2's canonical order."""


def head(major, value, longer=0):
    """The shortest head, or one that is `longer` steps longer than it must be."""
    sizes = [1, 2, 4, 8]
    step = 0 if value < 24 else 1 + next(i for i, size in enumerate(sizes) if value < 1 << 8 * size)
    step = min(step + longer, 4)
    if step == 0:
        return bytes([major << 5 | value])
    return bytes([major << 5 | 23 + step]) + value.to_bytes(sizes[step - 1], "big")


def encode(value):
    if isinstance(value, Raw):
        return value.bytes
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if value is None:
        return b"\xf6"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, (bytes, bytearray)):
        return head(2, len(value)) + bytes(value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, Pairs):
        return head(5, len(value)) + b"".join(encode(key) + encode(item) for key, item in value)
    if isinstance(value, dict):
        pairs = sorted((encode(key), encode(item)) for key, item in value.items())
        pairs.sort(key=lambda pair: (pair[0][0] >> 5, len(pair[0]), pair[0]))
        return head(5, len(pairs)) + b"".join(key + item for key, item in pairs)
    return head(4, len(value)) + b"".join(map(encode, value))
