"""Authenticator data (section 6.1)."""

from ceremonies import ORIGIN, sha256
from mutations.registry import ASSERTION, REGISTRATION, each, flags, flip, in_data, mutation, replaced


@each(["authData.rpIdHash.other", "authData.rpIdHash.zero", "authData.rpIdHash.flipped", "authData.rpIdHash.origin"])
def rp_id_hash(c, word):
    new = {"other": sha256(b"example.net"), "zero": bytes(32), "origin": sha256(ORIGIN.encode())}
    in_data(c, lambda data: replaced(data, 0, new.get(word) or flip(data[:32], c.random)))


@mutation("authData.flags.UP.clear")
def flag_up(c):
    flags(c, lambda value: value & ~1)


@mutation("authData.flags.UV.clear")
def flag_uv(c):
    c.verification = "required"
    flags(c, lambda value: value & ~4)


@mutation("authData.flags.BS.withoutBE")
def flag_bs(c):
    flags(c, lambda value: value & ~0x08 | 0x10)


@mutation("authData.flags.BE.changed", ASSERTION)
def flag_be(c):
    c.record_flags ^= 0x08


@each(["authData.flags.reserved1", "authData.flags.reserved2"], accepts=True)
def flag_reserved(c, word):
    bit = 0x02 if word == "reserved1" else 0x20
    c.on("authData.signed", lambda data: replaced(data, 32, bytes([data[32] | bit])))


@mutation("authData.flags.AT.clear", REGISTRATION)
def flag_at_clear(c):
    flags(c, lambda value: value & ~0x40)


@mutation("authData.flags.AT.set", ASSERTION)
def flag_at_set(c):
    flags(c, lambda value: value | 0x40)


@mutation("authData.flags.ED.withoutData")
def flag_ed(c):
    c.extensions = None
    flags(c, lambda value: value | 0x80)


@mutation("authData.flags.ED.clearWithData")
def flag_ed_clear(c):
    c.extensions = {"credProtect": 2}
    flags(c, lambda value: value & ~0x80)


@each(
    ["authData.truncated", "authData.tooShort", "authData.empty"],
    code="authData*|key|attestation.authData|envelope.authenticatorData",
)
def data_short(c, word):
    cut = {"truncated": -1, "tooShort": 36, "empty": 0}[word]
    in_data(c, lambda data: data[:cut])


@each(["authData.trailingByte", "authData.trailingMap"], code="authData*")
def data_trailing(c, word):
    in_data(c, lambda data: data + (b"\0" if word == "trailingByte" else b"\xa0"))


@mutation("authData.counter.random", REGISTRATION, accepts=True)
def counter_random(c):
    c.count = c.random.getrandbits(32)


@each(["authData.counter.equal", "authData.counter.lower", "authData.counter.zeroAfterNonZero"], ASSERTION)
def counter(c, word):
    c.stored = c.random.choice([2, 3, 1000, 2**32 - 1])
    c.count = {"equal": c.stored, "lower": c.stored - 1}.get(word, 0)


@each(["authData.credentialId.empty", "authData.credentialId.tooLong"], REGISTRATION)
def credential_id(c, word):
    c.credential_id = b"" if word == "empty" else c.random.randbytes(c.random.choice([1024, 2000]))


@mutation("authData.credentialId.longest", REGISTRATION, accepts=True)
def credential_id_longest(c):
    c.credential_id = c.random.randbytes(1023)


@each(
    ["authData.credentialId.lengthTooHigh", "authData.credentialId.lengthTooLow", "authData.credentialId.lengthHuge"],
    REGISTRATION,
    code="key|authData.credentialId",
)
def credential_id_length(c, word):
    c.on("credentialIdLength", lambda n: {"lengthTooHigh": n + 1, "lengthTooLow": n - 1}.get(word, 0xFFFF))


@mutation("authData.credentialId.other", ASSERTION)
def credential_id_other(c):
    c.on("credentialId", lambda value: flip(value, c.random))


@mutation("authData.flip", code=None)
def data_flip(c):
    in_data(c, lambda data: flip(data, c.random))


@each(
    ["authData.extensions." + word for word in ("notMap", "unsorted", "nonShortest", "indefinite", "duplicate")],
    code="authData.extensions",
)
def extension_forms(c, word):
    if getattr(c, "attester", None) and c.attester.has_no_aaguid:
        c.extensions = None
    c.extensions = {"a": 1, "b": 2}
    c.on(
        "extensions",
        lambda data: {
            "notMap": b"\x82\x61a\x61b",
            "unsorted": b"\xa2\x61b\2\x61a\1",
            "nonShortest": b"\xa2\x61a\x18\1\x61b\2",
            "indefinite": b"\xbf\x61a\1\x61b\2\xff",
            "duplicate": b"\xa2\x61a\1\x61a\2",
        }[word],
    )


@mutation("authData.extensions.unknown", accepts=True)
def extension_unknown(c):
    c.extensions = {"example.unknown": {"a": [1, True, None, b"\0"]}}
