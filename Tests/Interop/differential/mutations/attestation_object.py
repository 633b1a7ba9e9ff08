"""The attestation object and its CBOR (section 6.5), and what statements have in common."""

import cbor
from mutations.registry import CERTIFIED, REGISTRATION, each, flip, mutation


@each(
    ["attestation.missing.fmt", "attestation.missing.attStmt", "attestation.missing.authData"],
    REGISTRATION,
    code="attestation.*",
)
def object_missing(c, word):
    c.on("object", lambda fields: {k: v for k, v in fields.items() if k != word})


@each(
    ["attestation.type.fmt", "attestation.type.attStmt", "attestation.type.authData"],
    REGISTRATION,
    code="attestation.*",
)
def object_type(c, word):
    c.on("object", lambda fields: {**fields, word: {"fmt": b"none", "attStmt": b"", "authData": "text"}[word]})


@each(
    ["attestation.fmt.unknown", "attestation.fmt.capitals", "attestation.fmt.empty", "attestation.fmt.other"],
    REGISTRATION,
    code="attestation.*|*.attStmt",
)
def object_format(c, word):
    def edit(fields):
        fmt = fields["fmt"]
        other = "none" if fmt != "none" else "packed"
        return {**fields, "fmt": {"unknown": "example", "capitals": fmt.upper(), "empty": "", "other": other}[word]}

    c.on("object", edit)


@each(
    ["attestation.form.unsorted", "attestation.form.unknownMember", "attestation.form.nonShortest"],
    REGISTRATION,
    accepts=True,
)
@each(
    [
        "attestation.form.indefinite",
        "attestation.form.chunks",
        "attestation.form.duplicate",
        "attestation.form.duplicateFmt",
    ],
    REGISTRATION,
    code="attestation",
)
def object_form(c, word):
    def edit(fields):
        pairs = cbor.Pairs(fields.items())
        inner = b"".join(cbor.encode(key) + cbor.encode(value) for key, value in pairs)
        data = fields["authData"]
        chunks = b"\x5f" + cbor.encode(data[:20]) + cbor.encode(data[20:]) + b"\xff"
        return {
            "unsorted": cbor.Pairs([pairs[2], pairs[0], pairs[1]]),
            "unknownMember": {**fields, "x": 1},
            "nonShortest": cbor.Raw(cbor.head(5, 3, 2) + inner),
            "indefinite": cbor.Raw(b"\xbf" + inner + b"\xff"),
            "chunks": {**fields, "authData": cbor.Raw(chunks)},
            "duplicate": cbor.Pairs([*pairs, pairs[2]]),
            "duplicateFmt": cbor.Pairs([("fmt", "none"), *pairs]),
        }[word]

    c.on("object", edit)


@each(
    [
        "attestation.bytes.trailing",
        "attestation.bytes.truncated",
        "attestation.bytes.tagged",
        "attestation.bytes.array",
    ],
    REGISTRATION,
    code="attestation",
)
def object_bytes(c, word):
    c.on(
        "object.bytes",
        lambda data: {
            "trailing": data + b"\0",
            "truncated": data[:-1],
            "tagged": b"\xd9\xd9\xf7" + data,
            "array": b"\x81" + data,
        }[word],
    )


@mutation("attestation.bytes.empty", REGISTRATION, code="envelope.attestationObject")
def object_empty(c):
    c.on("object.bytes", lambda data: b"")


@mutation("attestation.bytes.flip", REGISTRATION, code=None)
def object_flip(c):
    c.on("object.bytes", lambda data: flip(data, c.random))


@mutation("none.attStmt.notEmpty", ("none",))
def none_statement(c):
    c.on("statement", lambda statement: c.random.choice([{"sig": b"\0"}, {"x": 1}, {"alg": -7, "sig": b"\1"}]))


@mutation("statement.unknownMember", (*CERTIFIED, "packed self"), accepts=True)
def statement_member(c):
    c.on("statement", lambda statement: {**statement, "x": 1})


@mutation("statement.emptied", (*CERTIFIED, "packed self"), code="*")
def statement_empty(c):
    c.on("statement", lambda statement: {})


@each(
    ["statement.without.alg", "statement.without.sig", "statement.without.x5c"], (*CERTIFIED, "packed self"), code=None
)
def statement_without(c, word):
    c.on("statement", lambda statement: {k: v for k, v in statement.items() if k != word})


@each(["statement.type.alg", "statement.type.sig", "statement.type.x5c"], (*CERTIFIED, "packed self"), code=None)
def statement_type(c, word):
    wrong = {"alg": "ES256", "sig": "text", "x5c": b"\0"}[word]
    c.on("statement", lambda statement: {**statement, word: wrong} if word in statement else statement)


@each(
    ["statement.alg.other", "statement.alg.unknown", "statement.alg.sameFamily"],
    ("packed self", "packed x5c", "tpm", "android-key"),
    code="*.alg|*.sig",
)
def statement_algorithm(c, word):
    def edit(statement):
        same = {-7: -35, -257: -258, -8: -53}.get(statement["alg"], -7)
        return {**statement, "alg": {"other": -8 if statement["alg"] != -8 else -7, "unknown": -70000}.get(word, same)}

    c.on("statement", edit)


@each(
    ["x5c.empty", "x5c.emptyElement", "x5c.text", "x5c.trailing", "x5c.truncated", "x5c.garbage"],
    ("packed x5c", "tpm", "android-key", "fido-u2f", "apple"),
    code="*.x5c|*.certificate|tpm.aik|u2f.certificateKey",
)
def chain_bytes(c, word):
    c.on(
        "chain",
        lambda chain: {
            "empty": [],
            "emptyElement": [b"", *chain[1:]],
            "text": ["x", *chain[1:]],
            "trailing": [chain[0] + b"\0", *chain[1:]],
            "truncated": [chain[0][:-1], *chain[1:]],
            "garbage": [b"\x30\3\2\1\1", *chain[1:]],
        }[word],
    )


@mutation("x5c.leaf.flip", CERTIFIED, code=None)
def leaf_flip(c):
    c.on("leaf.der", lambda data: flip(data, c.random))
