"""Statements of formats apple (section 8.8), fido-u2f (section 8.6) and compound (section 8.9)."""

from mutations.registry import each, flip, mutation, on_leaf, replaced, without_extension


@each(["apple.nonce.other", "apple.nonce.truncated", "apple.nonce.flipped"], ("apple",))
def apple_nonce(c, word):
    c.on("nonce", lambda nonce: {"other": bytes(32), "truncated": nonce[:31]}.get(word) or flip(nonce, c.random))


@mutation("apple.leafKey.other", ("apple",))
def apple_leaf_key(c):
    c.on("leaf.key", lambda key: c.keys.attesters["P-256"].spki)


@each(["apple.nonce.bare", "apple.nonce.wrongTag", "apple.nonce.trailing"], ("apple",))
def apple_nonce_form(c, word):
    c.on(
        "nonce.der",
        lambda data: {"bare": data[4:], "wrongTag": replaced(data, 2, b"\xa2")}.get(word, data + b"\0"),
    )


@mutation("apple.nonce.missing", ("apple",))
def apple_no_nonce(c):
    without_extension(c, "1.2.840.113635.100.8.2")


@mutation("u2f.aaguid.notZero", ("fido-u2f",), accepts=True)
def u2f_aaguid(c):
    c.aaguid = c.random.randbytes(16)


@mutation("u2f.x5c.two", ("fido-u2f",))
def u2f_two(c):
    c.attester.is_deep = True


@mutation("u2f.certificateKey.p384", ("fido-u2f",))
def u2f_certificate_key(c):
    on_leaf(c, lambda leaf: setattr(leaf, "public_key", c.keys.attesters["P-384"].spki))


@mutation("u2f.credentialKey.p384", ("fido-u2f",))
def u2f_credential_key(c):
    c.algorithm = -35
    c.key = c.keys.credentials["P-384"][0]
    c.cose = c.key.cose(-35)


@mutation("u2f.sig.compressedPoint", ("fido-u2f",))
def u2f_point(c):
    c.on("point", lambda point: bytes([2 | point[-1] & 1]) + point[1:33])


@mutation("compound.elementFails", ("compound",), code="*")
def compound_element(c):
    # By which rule the element fails is the business of its format.
    c.on("statement", lambda parts: [parts[0], {"fmt": parts[1]["fmt"], "attStmt": parts[0]["attStmt"]}])


@mutation("compound.twice", ("compound",), accepts=True)
def compound_twice(c):
    c.on("statement", lambda parts: [parts[0], parts[0]])


@each(
    [
        "compound.one",
        "compound.none",
        "compound.notArray",
        "compound.nested",
        "compound.elementEmpty",
    ],
    ("compound",),
    code="compound",
)
def compound(c, word):
    c.on(
        "statement",
        lambda parts: {
            "one": parts[:1],
            "none": [],
            "notArray": {},
            "nested": [parts[0], {"fmt": "compound", "attStmt": parts}],
            "elementEmpty": [parts[0], {}],
        }[word],
    )
