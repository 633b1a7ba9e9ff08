"""The credential public key (RFC 9052, 9053; section 5.8.5): a registration's, because a stored one was read before."""

import cbor
from mutations.registry import REGISTRATION, each, mutation, replaced


@each(["key.missing.kty", "key.missing.alg", "key.missing.x", "key.missing.crv"], REGISTRATION)
def key_missing(c, word):
    label = {"kty": 1, "alg": 3, "x": -2, "crv": -1}[word]
    c.cose = {k: v for k, v in c.cose.items() if k != label}


@each(["key.alg.notOffered", "key.alg.unknown", "key.alg.text", "key.alg.otherFamily"], REGISTRATION, code="key*")
def key_algorithm(c, word):
    c.cose[3] = {"notOffered": -65535, "unknown": -70000, "text": "ES256"}.get(word) or (
        -257 if c.key.kind != "RSA" else -7
    )


@each(["key.crv.other", "key.crv.unknown"], REGISTRATION, code="key.*")
def key_curve(c, word):
    if c.key.kind == "RSA":
        c.cose[-2] = b"\1"
    else:
        c.cose[-1] = 99 if word == "unknown" else {1: 2, 2: 1, 3: 1, 8: 1, 6: 7, 7: 6}[c.cose[-1]]


@mutation("key.kty.other", REGISTRATION, code="key.*")
def key_type(c):
    c.cose[1] = c.random.choice([kty for kty in (1, 2, 3, 4) if kty != c.cose[1]])


# A modulus has no curve; another one may be as good.
@each(["key.coordinate.notOnCurve"], REGISTRATION, code=None)
@each(
    [
        "key.coordinate.short",
        "key.coordinate.long",
        "key.coordinate.zero",
        "key.coordinate.compressed",
        "key.coordinate.number",
    ],
    REGISTRATION,
    code="key*",
)
def key_coordinate(c, word):
    label = -1 if c.key.kind == "RSA" else -2
    value = c.cose[label]
    c.cose[label] = {
        "notOnCurve": replaced(value, 5, bytes([value[5] ^ 4])),
        "short": value[:-1],
        "long": b"\0" + value,
        "zero": bytes(len(value)),
        "number": 5,
    }.get(word, value)
    if word == "compressed" and -3 in c.cose:
        c.cose[-3] = bool(c.key.y[-1] & 1)
    elif word == "compressed":
        c.cose[label] = b""


@mutation("key.leadingZeroStripped", REGISTRATION, code="key.*")
def key_stripped(c):
    label = -1 if c.key.kind == "RSA" else -2
    c.cose[label] = c.cose[label].lstrip(b"\0")[1:]


@mutation("key.privatePart", REGISTRATION)
def key_private(c):
    c.cose[-4 if c.key.kind != "RSA" else -3] = c.random.randbytes(32)


@each(["key.member.kid", "key.member.unknown", "key.member.keyOps"], REGISTRATION, accepts=True)
def key_member(c, word):
    c.cose.update({"kid": {2: b"kid"}, "unknown": {-70001: "x"}, "keyOps": {4: [2]}}[word])


@each(
    [
        "key.form.unsorted",
        "key.form.nonShortest",
        "key.form.duplicate",
        "key.form.indefinite",
        "key.form.text",
        "key.form.array",
    ],
    REGISTRATION,
    code="key",
)
def key_form(c, word):
    pairs = cbor.Pairs(c.cose.items())
    inner = b"".join(cbor.encode(key) + cbor.encode(value) for key, value in pairs)
    c.on(
        "key",
        lambda data: {
            "unsorted": cbor.encode(cbor.Pairs(reversed(pairs))),
            "nonShortest": cbor.head(5, len(pairs), 1) + inner,
            "duplicate": cbor.encode(cbor.Pairs([*pairs, pairs[0]])),
            "indefinite": b"\xbf" + inner + b"\xff",
            "text": cbor.encode("key"),
            "array": cbor.encode([1, 2]),
        }[word],
    )


@mutation("key.smallRSA", ("none",), code="key.rsa")
def key_small(c):
    c.algorithm, c.key = -257, c.keys.small_rsa
    c.cose = c.key.cose(-257)
