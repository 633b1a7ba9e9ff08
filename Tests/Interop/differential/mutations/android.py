"""Statements of formats android-key (section 8.4) and android-safetynet (section 8.5)."""

import base64

import der
from mutations.registry import attester, each, flip, mutation, without_extension


@mutation("androidKey.challenge.other", ("android-key",))
def android_challenge(c):
    attester(c, challenge=c.random.randbytes(32))


@each(["androidKey.allApplications.hardware", "androidKey.allApplications.software"], ("android-key",))
def android_applications(c, word):
    getattr(c.attester, word)[600] = der.NULL


@mutation("androidKey.origin.imported", ("android-key",))
def android_origin(c):
    c.attester.hardware[702] = der.integer(2)


@mutation("androidKey.purpose.encrypt", ("android-key",))
def android_purpose(c):
    c.attester.hardware[1] = der.set_of(der.integer(0))


# The specification's own vector (section 16) has empty lists.
@each(["androidKey.originMissing", "androidKey.purposeMissing"], ("android-key",), accepts=True)
def android_silent(c, word):
    del c.attester.hardware[702 if word == "originMissing" else 1]


@mutation("androidKey.purpose.alsoVerify", ("android-key",))
def android_purposes(c):
    c.attester.hardware[1] = der.set_of(der.integer(2), der.integer(3))


@mutation("androidKey.software", ("android-key",), accepts=True)
def android_software(c):
    c.attester.software, c.attester.hardware = c.attester.hardware, {}


@mutation("androidKey.unknownTag", ("android-key",), accepts=True)
def android_tag(c):
    c.attester.hardware[719] = der.integer(20260101)


@mutation("androidKey.leafKey.other", ("android-key",))
def android_leaf_key(c):
    c.on("leaf.key", lambda key: c.keys.attesters["P-256"].spki)


@mutation("androidKey.rootLeftOut", ("android-key",), accepts=True)
def android_root(c):
    c.attester.brings_root = False


@each(
    ["androidKey.keyDescription.garbage", "androidKey.keyDescription.trailing", "androidKey.keyDescription.truncated"],
    ("android-key",),
)
@each(["androidKey.keyDescription.flip"], ("android-key",), code=None)
def android_description(c, word):
    c.on(
        "description",
        lambda data: (
            {"garbage": b"\4\0", "trailing": data + b"\0", "truncated": data[:-1]}.get(word) or flip(data, c.random)
        ),
    )


@mutation("androidKey.keyDescription.missing", ("android-key",))
def android_no_description(c):
    without_extension(c, "1.3.6.1.4.1.11129.2.1.17")


@each(
    ["safetynet.nonce.other", "safetynet.nonce.base64url", "safetynet.nonce.missing", "safetynet.nonce.hex"],
    ("android-safetynet",),
)
def safetynet_nonce(c, word):
    def edit(payload):
        nonce = payload["nonce"]
        if word == "missing":
            return {k: v for k, v in payload.items() if k != "nonce"}
        if word == "base64url":
            nonce = nonce.replace("+", "-").replace("/", "_").rstrip("=")
        elif word == "hex":
            nonce = base64.b64decode(nonce).hex()
        else:
            nonce = base64.b64encode(bytes(32)).decode()
        return {**payload, "nonce": nonce}

    c.on("jws.payload", edit)


@each(
    ["safetynet.ctsProfileMatch.false", "safetynet.ctsProfileMatch.missing", "safetynet.ctsProfileMatch.text"],
    ("android-safetynet",),
)
def safetynet_profile(c, word):
    def edit(payload):
        if word == "missing":
            return {k: v for k, v in payload.items() if k != "ctsProfileMatch"}
        return {**payload, "ctsProfileMatch": False if word == "false" else "true"}

    c.on("jws.payload", edit)


@mutation("safetynet.basicIntegrity.false", ("android-safetynet",), accepts=True)
def safetynet_integrity(c):
    c.on("jws.payload", lambda payload: {**payload, "basicIntegrity": False})


@each(
    [
        "safetynet.timestamp.hourAgo",
        "safetynet.timestamp.future",
        "safetynet.timestamp.missing",
        "safetynet.timestamp.text",
    ],
    ("android-safetynet",),
)
def safetynet_time(c, word):
    new = {"hourAgo": (c.now - 3600) * 1000, "future": (c.now + 3600) * 1000, "text": str(c.now * 1000)}.get(word)
    c.on("jws.payload", lambda payload: {**payload, "timestampMs": new})


@each(["safetynet.hostname.other", "safetynet.hostname.suffix"], ("android-safetynet",))
def safetynet_host(c, word):
    c.on("host", lambda host: "attest.example.com" if word == "other" else host + ".example.com")


@each(
    [
        "safetynet.jws.algNone",
        "safetynet.jws.algOther",
        "safetynet.jws.signature",
        "safetynet.jws.twoParts",
        "safetynet.jws.padded",
        "safetynet.jws.trailing",
    ],
    ("android-safetynet",),
    code="safetynet.jws|safetynet.response",
)
def safetynet_jws(c, word):
    if word in ("algNone", "algOther"):
        c.on("jws.header", lambda header: {**header, "alg": "none" if word == "algNone" else "RS512"})
    elif word == "signature":
        c.on("sig", lambda value: flip(value, c.random))
    else:
        c.on(
            "jws", lambda text: {"twoParts": text.rpartition(b".")[0], "padded": text + b"=="}.get(word, text + b".AA")
        )


@each(["safetynet.ver.missing", "safetynet.ver.empty"], ("android-safetynet",))
def safetynet_version(c, word):
    c.on(
        "statement",
        lambda made: {**made, "ver": ""} if word == "empty" else {k: v for k, v in made.items() if k != "ver"},
    )


@each(["safetynet.response.text", "safetynet.response.missing"], ("android-safetynet",))
def safetynet_response(c, word):
    c.on(
        "statement",
        lambda made: {**made, "response": made["response"].decode()} if word == "text" else {"ver": made["ver"]},
    )
