"""The signature of an assertion, and of those statements that have one."""

import json

import cbor
import der
from mutations.registry import ASSERTION, SIGNED, each, mutation

#: The rules by which signatures are judged.
SIGNATURE = "signature|*.sig"


def is_ecdsa(c):
    return signing_algorithm(c) in (-7, -9, -35, -36, -47, -51, -52)


def signing_algorithm(c):
    if c.kind == "authentication" or c.format in ("packed self", "android-key"):
        return c.algorithm
    return -7 if c.format == "fido-u2f" else c.attester.algorithm


def signature_stage(c):
    return "signature" if c.kind == "authentication" else "sig"


def der_integers(signature):
    """r and s of a signature that is in order."""
    at = 3 if signature[1] & 0x80 else 2
    values = []
    for _ in range(2):
        size = signature[at + 1]
        values.append(int.from_bytes(signature[at + 2 : at + 2 + size], "big"))
        at += 2 + size
    return values


#: The order of each curve's base point (SEC 2 section 2).
ORDERS = {
    "P-256": int("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16),
    "P-384": int("f" * 48 + "c7634d81f4372ddf581a0db248b0a77aecec196accc52973", 16),
    "P-521": int("1" + "f" * 65 + "a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409", 16),
    "secp256k1": int("f" * 31 + "ebaaedce6af48a03bbfd25e8cd0364141", 16),
}
#: The order of Ed25519's and Ed448's base points (RFC 8032 section 5).
EDWARDS_ORDERS = {
    "Ed25519": 2**252 + 27742317777372353535851937790883648493,
    "Ed448": 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885,
}


def spoiled_ecdsa(signature, word):
    r, s = der_integers(signature)
    first, second = der.integer(r), der.integer(s)
    body = first + second
    return {
        "flipped": signature[:-1] + bytes([signature[-1] ^ 1]),
        "trailing": signature + b"\0",
        "trailingInside": der.sequence(body, der.integer(1)),
        "raw": r.to_bytes(66, "big") + s.to_bytes(66, "big"),
        "zero": der.sequence(der.integer(0), der.integer(0)),
        "truncated": signature[:-1],
        "longLength": b"\x30" + b"\x82" + len(body).to_bytes(2, "big") + body,
        "padded": der.sequence(der.tlv(0x02, b"\0" + first[2:]), second),
        "negative": der.sequence(der.integer(r - (1 << 8 * (first[1] + 1))), second),
        "indefinite": b"\x30\x80" + body + b"\0\0",
        "swapped": der.sequence(second, first),
    }[word]


def spoiled_other(signature, word, key):
    """The nearest thing for RSA and EdDSA."""
    number = int.from_bytes(signature, "big")
    if word in ("longLength", "padded", "indefinite"):
        return b"\0" + signature
    if word in ("negative", "trailingInside", "raw", "swapped"):
        if key.kind == "RSA":
            more = number + key.numbers.n
            return more.to_bytes(-(-max(more.bit_length(), 2048) // 8), "big")
        half = len(signature) // 2
        scalar = int.from_bytes(signature[half:], "little") + EDWARDS_ORDERS[key.kind]
        return signature[:half] + scalar.to_bytes(half, "little")
    return {
        "flipped": signature[:-1] + bytes([signature[-1] ^ 1]),
        "trailing": signature + b"\0",
        "zero": bytes(len(signature)),
        "truncated": signature[:-1],
    }[word]


def spoil_signature(c, word):
    key = c.key if c.kind == "authentication" or c.format in ("packed self", "android-key") else c.attester.key
    spoil = spoiled_ecdsa if is_ecdsa(c) else lambda signature, word: spoiled_other(signature, word, key)
    c.on(signature_stage(c), lambda signature: spoil(signature, word))


@each(
    [
        "sig." + word
        for word in (
            "flipped",
            "trailing",
            "trailingInside",
            "raw",
            "zero",
            "truncated",
            "longLength",
            "padded",
            "negative",
            "indefinite",
            "swapped",
        )
    ],
    (*ASSERTION, *SIGNED),
    code=SIGNATURE,
)
def signature(c, word):
    spoil_signature(c, word)


@mutation("sig.empty", (*ASSERTION, *SIGNED), code="*.sig|envelope.signature")
def signature_empty(c):
    c.on(signature_stage(c), lambda signature: b"")


@mutation("sig.highS", (*ASSERTION, *SIGNED), accepts=True)
def signature_high(c):
    if not is_ecdsa(c):
        return

    def edit(made):
        r, s = der_integers(made)
        kind = c.attester.key.kind if signing_algorithm(c) != c.algorithm else c.key.kind
        return der.sequence(der.integer(r), der.integer(ORDERS[kind] - s))

    c.on(signature_stage(c), edit)


@mutation("sig.otherKey", ASSERTION, code=SIGNATURE)
def signature_other_key(c):
    first, second = c.keys.credentials[c.key.kind]
    c.on("key", lambda key: cbor.encode((second if c.key is first else first).cose(c.algorithm)))


@mutation("sig.hashOfText", ASSERTION, code=SIGNATURE)
def signature_over_other_form(c):
    # What a server that parses and writes again would have hashed.
    c.client["x"] = "é"
    c.on("client.signed", lambda data: json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False).encode())
