"""The JSON of the response (section 5.1, RegistrationResponseJSON and AuthenticationResponseJSON)."""

from mutations.registry import ASSERTION, REGISTRATION, each, mutation


@each(["envelope.id.other", "envelope.id.missing", "envelope.id.padded"])
def envelope_id(c, word):
    def edit(response):
        if word == "missing":
            del response["id"]
        else:
            response["id"] = response["id"] + "==" if word == "padded" else "AAAA" + response["id"][4:]
        return response

    c.on("response", edit)


@each(["envelope.rawId.missing", "envelope.rawId.padded", "envelope.rawId.number", "envelope.rawId.junk"])
def envelope_raw_id(c, word):
    def edit(response):
        if word == "missing":
            del response["rawId"]
        else:
            raw = response["rawId"]
            response["rawId"] = {"padded": raw + "=" * (-len(raw) % 4 or 4), "number": 7}.get(
                word, raw[:3] + "!" + raw[3:]
            )
        return response

    c.on("response", edit)


@each(["envelope.type.missing", "envelope.type.other", "envelope.type.capitals"])
def envelope_type(c, word):
    def edit(response):
        if word == "missing":
            del response["type"]
        else:
            response["type"] = "password" if word == "other" else "PUBLIC-KEY"
        return response

    c.on("response", edit)


def member(c):
    return "attestationObject" if c.kind == "registration" else "authenticatorData"


# Text without either of the two characters is the same in both alphabets.
@each(["envelope.member.standardBase64"], code=None)
@each(
    [
        "envelope.member.missing",
        "envelope.member.null",
        "envelope.member.padded",
        "envelope.member.junk",
        "envelope.member.lineBreak",
        "envelope.member.number",
    ],
    code="envelope.*",
)
def envelope_member(c, word):
    def edit(response):
        inner, name = response["response"], c.random.choice(["clientDataJSON", member(c)])
        text = inner.pop(name)
        if word != "missing":
            inner[name] = {
                "null": None,
                "padded": text + "=" * (-len(text) % 4 or 4),
                "junk": text[:9] + "!" + text[9:],
                "standardBase64": text.replace("-", "+").replace("_", "/"),
                "number": 7,
                "lineBreak": text[:40] + "\r\n" + text[40:],
            }[word]
        return response

    c.on("response", edit)


@mutation("envelope.response.missing", code="envelope.response")
def envelope_response(c):
    c.on("response", lambda response: {k: v for k, v in response.items() if k != "response"})


@each(
    [
        "envelope.authenticatorAttachment.unknown",
        "envelope.authenticatorAttachment.number",
        "envelope.clientExtensionResults.missing",
    ],
    accepts=True,
)
@each(["envelope.clientExtensionResults.list"], code="extensions")
def envelope_rest(c, word):
    def edit(response):
        if word == "missing":
            del response["clientExtensionResults"]
        elif word == "list":
            response["clientExtensionResults"] = []
        else:
            response["authenticatorAttachment"] = "roaming" if word == "unknown" else 3
        return response

    c.on("response", edit)


@each(["envelope.unknownMember", "envelope.nullHandle", "envelope.attachmentNull"], accepts=True)
def envelope_harmless(c, word):
    def edit(response):
        if word == "unknownMember":
            response["x"] = {"y": []}
        elif word == "nullHandle":
            response["response"]["userHandle"] = None
        else:
            response["authenticatorAttachment"] = None
        return response

    c.on("response", edit)


@each(
    ["envelope.transports.text", "envelope.transports.numbers", "envelope.transports.unknown"],
    REGISTRATION,
    accepts=True,
)
def envelope_transports(c, word):
    def edit(response):
        response["response"]["transports"] = {"text": "usb", "numbers": [1]}.get(word, ["warp"])
        return response

    c.on("response", edit)


@each(["envelope.userHandle.empty"], ASSERTION, accepts=True)
@each(
    ["envelope.userHandle.other", "envelope.userHandle.number", "envelope.userHandle.tooLong"],
    ASSERTION,
    code="userHandle|envelope.userHandle",
)
def envelope_handle(c, word):
    def edit(response):
        response["response"]["userHandle"] = {"other": "____", "number": 3, "empty": ""}.get(word, "A" * 88)
        return response

    c.on("response", edit)


@each(["envelope.duplicateMember"], accepts=True)
@each(["envelope.trailingComma", "envelope.array"], code="envelope")
def envelope_text(c, word):
    c.on(
        "json",
        lambda text: {"duplicateMember": '{"id":"AAAA",' + text[1:], "trailingComma": text[:-1] + ",}"}.get(
            word, "[" + text + "]"
        ),
    )
