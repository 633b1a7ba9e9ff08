"""Client data (section 5.8.1)."""

import base64
import json

from mutations.registry import each, flip, in_client, mutation


@each(["clientData.type.swapped", "clientData.type.u2f", "clientData.type.capitals", "clientData.type.number"])
def client_type(c, word):
    other = {"webauthn.create": "webauthn.get", "webauthn.get": "webauthn.create"}[c.type]
    c.client["type"] = {"swapped": other, "u2f": "navigator.id.finishEnrollment", "capitals": c.type.upper()}.get(
        word, 1
    )


@each(["clientData.challenge." + word for word in ("other", "truncated", "empty", "flipped", "number")])
def client_challenge(c, word):
    text = c.client["challenge"]
    first = "A" if text[0] != "A" else "B"
    c.client["challenge"] = {
        "other": "A" * len(text),
        "truncated": text[:-4],
        "empty": "",
        "flipped": first + text[1:],
        "number": 7,
    }[word]


@each(["clientData.challenge.padded", "clientData.challenge.standardBase64", "clientData.challenge.junk"])
def client_challenge_form(c, word):
    text = c.client["challenge"]
    if word == "padded":
        c.client["challenge"] = text + "=" * (-len(text) % 4 or 4)
    elif word == "standardBase64":
        c.challenge = b"\xfb\xff" + c.challenge[2:]
        c.client["challenge"] = "+/" + base64.urlsafe_b64encode(c.challenge).decode().rstrip("=")[2:]
    else:
        c.client["challenge"] = text[:5] + "!" + text[5:]


@each(
    [
        "clientData.origin." + word
        for word in (
            "trailingSlash",
            "http",
            "subdomain",
            "port",
            "capitals",
            "otherSite",
            "empty",
            "list",
            "null",
            "suffixed",
        )
    ]
)
def client_origin(c, word):
    origin = c.client["origin"]
    c.client["origin"] = {
        "trailingSlash": origin + "/",
        "http": origin.replace("https", "http"),
        "port": origin + ":8443",
        "subdomain": origin.replace("login", "a.login"),
        "capitals": origin.replace("login", "Login"),
        "otherSite": "https://login.example.net",
        "empty": "",
        "list": [origin],
        "null": None,
        "suffixed": origin + ".example.net",
    }[word]


@mutation("clientData.crossOrigin.true")
def client_cross_origin(c):
    c.client["crossOrigin"] = True


@each(["clientData.crossOrigin.text", "clientData.crossOrigin.number"], accepts=True)
def client_cross_origin_type(c, word):
    c.client["crossOrigin"] = "true" if word == "text" else 1


@mutation("clientData.topOrigin.unexpected")
def client_top_origin(c):
    c.client["topOrigin"] = "https://frame.example.net"


# Level 3 has no token binding any more, and so nothing of it rejects.
@each(
    ["clientData.tokenBinding.text", "clientData.tokenBinding.statusUnknown", "clientData.tokenBinding.statusMissing"],
    accepts=True,
)
def client_token_binding(c, word):
    c.client["tokenBinding"] = {"text": "unused", "statusUnknown": {"status": "not-supported"}}.get(word, {"id": "AA"})


@each(["clientData.tokenBinding.supported", "clientData.tokenBinding.present"], accepts=True)
def client_token_binding_known(c, word):
    c.client["tokenBinding"] = {"status": word, "id": "AAAA"}


@each(["clientData.missing.type", "clientData.missing.challenge", "clientData.missing.origin"], code="clientData.*")
def client_missing(c, word):
    del c.client[word]


@each(
    [
        "clientData." + word
        for word in ("trailingComma", "notObject", "truncated", "trailingBytes", "singleQuotes", "comment")
    ]
)
def client_syntax(c, word):
    in_client(
        c,
        lambda data: {
            "trailingComma": data[:-1] + b",}",
            "notObject": b"[" + data + b"]",
            "truncated": data[:-1],
            "trailingBytes": data + b"x",
            "singleQuotes": data.replace(b'"', b"'"),
            "comment": data[:-1] + b"/**/}",
        }[word],
    )


@mutation("clientData.empty", code="envelope.clientDataJSON")
def client_empty(c):
    c.on("client", lambda data: b"")


# "UTF-8 decode" takes a mark off and puts U+FFFD for what is no UTF-8; JSON.parse takes the last of two members.
@each(
    ["clientData.byteOrderMark", "clientData.notUTF8", "clientData.duplicateMember", "clientData.duplicateOrigin"],
    accepts=True,
)
def client_lax(c, word):
    c.on(
        "client",
        lambda data: {
            "byteOrderMark": b"\xef\xbb\xbf" + data,
            "notUTF8": data[:-1] + b',"x":"\xff"}',
            "duplicateMember": b'{"type":"x",' + data[1:],
            "duplicateOrigin": b'{"origin":"https://evil.example",' + data[1:],
        }[word],
    )


@each(["clientData.whiteSpace", "clientData.unknownMember", "clientData.reordered", "clientData.escaped"], accepts=True)
def client_harmless(c, word):
    def edit(data):
        members = json.loads(data)
        if word == "whiteSpace":
            return json.dumps(members, indent=2).encode()
        if word == "unknownMember":
            return data[:-1] + b',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template"}'
        if word == "reordered":
            return json.dumps(dict(reversed(list(members.items()))), separators=(",", ":")).encode()
        return data.replace(b"https://", b"https:\\/\\/").replace(b"login", b"\\u006cogin")

    c.on("client", edit)


@mutation("clientData.flip", code=None)
def client_flip(c):
    in_client(c, lambda data: flip(data, c.random))
