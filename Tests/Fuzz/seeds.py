#!/usr/bin/env python3
"""seeds.py FOLDER: writes each fuzz target's first inputs into FOLDER/NAME, out of the data that the tests have."""

import base64
import hashlib
import json
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 4096


def load(path):
    return json.loads((TESTS / path).read_text())


def binary(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def cbor(value):
    """CTAP2 canonical, for the few types that messages have."""

    def head(major, number):
        if number < 24:
            return bytes([major << 5 | number])
        width = 1 if number < 1 << 8 else 2 if number < 1 << 16 else 4
        return bytes([major << 5 | {1: 24, 2: 25, 4: 26}[width]]) + number.to_bytes(width, "big")

    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    pairs = sorted((cbor(key), cbor(item)) for key, item in value.items())
    return head(5, len(pairs)) + b"".join(key + item for key, item in pairs)


def der(tag, *contents):
    contents = b"".join(contents)
    length = len(contents)
    if length < 0x80:
        return bytes([tag, length]) + contents
    return bytes([tag, 0x82]) + length.to_bytes(2, "big") + contents if length > 0xFF else bytes([tag, 0x81, length]) + contents


def elements(data):
    """The elements in a row, as tag, contents and whole."""
    while data:
        start, length = 2, data[1]
        if length >= 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[2:start], "big")
        yield data[0], data[start : start + length], data[: start + length]
        data = data[start + length :]


def renamed(certificate, is_backwards):
    """The certificate with a subject whose one relative name has two attributes; the signature is that of another."""
    [(_, body, _)] = elements(certificate)
    (_, signed, _), *rest = elements(body)
    fields = [whole for _, _, whole in elements(signed)]
    attributes = [der(0x30, der(6, bytes([0x55, 4, last])), der(12, b"a")) for last in (3, 10)]
    fields[5] = der(0x30, der(0x31, *(reversed(attributes) if is_backwards else attributes)))
    return der(0x30, der(0x30, *fields), *(whole for _, _, whole in rest))


class Seeds:
    """Inputs by target; each is written once, under the hash of its bytes, as libFuzzer does."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def add(self, target, data):
        if data is None or len(data) > LONGEST:
            return
        folder = self.folder / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)

    def add_json(self, target, value):
        self.add(target, json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def vectors(seeds):
    for index, vector in enumerate(load("TestSupport/Data/w3c-vectors.json")["vectors"]):
        made = {key: bytes.fromhex(value) for key, value in vector["registration"].items()}
        used = {key: bytes.fromhex(value) for key, value in vector["authentication"].items()}
        statement = made["attestationObject"]
        data = used["authenticatorData"]
        registration = response(made["credential_id"], {
            "clientDataJSON": made["clientDataJSON"], "attestationObject": statement, "transports": ["usb"],
            "publicKeyAlgorithm": vector["algorithm"]["cose"],
        })
        authentication = response(made["credential_id"], {
            "clientDataJSON": used["clientDataJSON"], "authenticatorData": data, "signature": used["signature"],
            "userHandle": b"user",
        })
        seeds.add("AuthenticatorData", statement)
        seeds.add("AuthenticatorData", data)
        seeds.add("CBOR", statement)
        for json_text in (registration, authentication):
            seeds.add_json("Response", json_text)
            seeds.add_json("JSON", json_text)
        for whole in (statement, data, made["clientDataJSON"], used["signature"], made.get("attestation_cert")):
            if whole:
                seeds.add("Explain", b"\x00" + whole)
        seeds.add("Explain", b"\x00" + json.dumps(authentication).encode())
        seeds.add("Explain", b"\x00" + text(statement).encode())
        # The vector, the mode, and two edits: one that does nothing, one that changes a byte.
        for mode in range(2):
            seeds.add("Verify", bytes([index, mode]))
            seeds.add("Verify", bytes([index, mode, 1, 0, 0, 40, 1, 0, 0, 0, 9, 65]))
        seeds.add("Verify", bytes([index, 2]) + json.dumps(registration).encode())
        seeds.add("Verify", bytes([index, 3]) + json.dumps(authentication).encode())
        # Its statement as one of each format.
        for format in range(8):
            seeds.add("Verify", bytes([index, 4, 0, format]) + cbor_map(statement)["attStmt"])
        seeds.add("CTAP", b"\x81" + cbor({
            1: {"id": made["credential_id"], "type": "public-key"}, 2: data, 3: used["signature"],
            4: {"id": b"user", "name": "a"}, 5: 2, 6: True,
        }))


def statements(seeds):
    """The statement of each vector, and the structures in it that are not CBOR."""
    codecs = ["packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound"]
    extensions = {2: "1.3.6.1.4.1.11129.2.1.17", 5: "1.2.840.113635.100.8.2"}

    def add(format, statement):
        for name in (format, "compound"):
            written = statement if name == format else b"\x82" + cbor_pairs(format, statement) * 2
            if name in codecs:
                seeds.add("Statement", bytes([codecs.index(name)]) + written)

    def add_values(certificate):
        for kind, oid in extensions.items():
            for value in extension_values(certificate, oid):
                seeds.add("Structures", bytes([kind]) + value)

    for vector in load("TestSupport/Data/w3c-vectors.json")["vectors"]:
        whole = bytes.fromhex(vector["registration"]["attestationObject"])
        fields = cbor_map(whole)
        statement = fields["attStmt"]
        add(text_of(fields["fmt"]), statement)
        members = cbor_map(statement)
        for kind, name in enumerate(["certInfo", "pubArea"]):
            if name in members:
                seeds.add("Structures", bytes([kind]) + bytes_of(members[name]))
        if "x5c" in members:
            chain = members["x5c"]
            add_values(bytes_of(chain[item(chain)[1] :]))
    payload = {"nonce": base64.b64encode(bytes(32)).decode(), "timestampMs": 1780272000000, "ctsProfileMatch": True}
    certificate = base64.b64encode(b"\x30\x03\x02\x01\x01").decode()
    header = {"alg": "RS256", "x5c": [certificate, certificate]}
    jws = ".".join(text(json.dumps(part).encode()) for part in (header, payload)) + "." + text(bytes(16))
    seeds.add("Structures", b"\x03" + jws.encode())
    seeds.add("Structures", b"\x04" + json.dumps(payload).encode())
    add("android-safetynet", cbor({"ver": "1", "response": jws.encode()}))


def metadata(seeds):
    """Payloads of BLOBs, for a vector's model and others; edits of a good BLOB; whole BLOBs."""
    vectors = load("TestSupport/Data/w3c-vectors.json")
    [vector] = (vector for vector in vectors["vectors"] if vector["name"] == "packed.ES256")
    root = base64.b64encode(bytes.fromhex(vectors["attestation_ca"]["attestation_ca_cert"])).decode()
    digits = vector["registration"]["aaguid"]
    model = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    statement = {
        "legalHeader": "terms", "description": "Vector", "aaguid": model, "authenticatorVersion": 5,
        "protocolFamily": "fido2", "schema": 3, "upv": [{"major": 1, "minor": 1}],
        "authenticationAlgorithms": ["secp256r1_ecdsa_sha256_raw"], "publicKeyAlgAndEncodings": ["cose"],
        "attestationTypes": ["basic_full"], "keyProtection": ["hardware"], "attestationRootCertificates": [root],
    }
    reports = [
        {"status": "FIDO_CERTIFIED_L1", "effectiveDate": "2025-01-31", "certificateNumber": "FIDO2"},
        {"status": "REVOKED", "effectiveDate": "2026-01-02", "authenticatorVersion": 4, "certificate": "AAEC"},
        {"status": "UPDATE_AVAILABLE", "sunsetDate": "2027-01-02", "authenticatorVersion": 6, "batchCertificate": "AwQ="},
    ]
    entries = [{"aaguid": model, "metadataStatement": statement, "statusReports": reports[:1]}]
    entries.append({**entries[0], "statusReports": reports, "timeOfLastStatusChange": "2026-01-02"})
    entries.append({
        "attestationCertificateKeyIdentifiers": ["7C0903708B87115B0B422DEF3138C3C864E44573"], "aaid": "4e4e#4005",
        "metadataStatement": {"attestationRootCertificates": []}, "statusReports": [{"status": "NEW"}],
    })
    for chosen in (entries[:1], entries[1:2], entries[2:], []):
        payload = {"legalHeader": "terms", "no": 42, "nextUpdate": "2026-12-31", "entries": chosen}
        seeds.add("Metadata", b"\x00" + json.dumps(payload, separators=(",", ":")).encode())
        header = {"alg": "RS256", "typ": "JWT", "x5c": [root]}
        jws = ".".join(text(json.dumps(part).encode()) for part in (header, payload)) + "." + text(bytes(64))
        seeds.add("Metadata", b"\x03" + jws.encode())
        seeds.add("Explain", b"\x00" + jws.encode())
    for mode in (1, 2):
        seeds.add("Metadata", bytes([mode]))
        seeds.add("Metadata", bytes([mode, 0, 0, 9, 0x52, 1, 1, 0, 0]))


def item(data, at=0):
    """Where the item that starts at `at` ends, and where its contents start; definite lengths only."""
    major, more = data[at] >> 5, data[at] & 31
    start, number = at + 1, more
    if more >= 24:
        width = 1 << more - 24
        number, start = int.from_bytes(data[start : start + width], "big"), start + width
    end = start + number if major in (2, 3) else start
    for _ in range({4: number, 5: 2 * number}.get(major, 0)):
        end = item(data, end)[0]
    return end, start


def cbor_map(data):
    """The members of a map of text, each as its encoded item."""
    members, (_, at) = {}, item(data)
    for _ in range(data[0] & 31):
        end, start = item(data, at)
        value_end, _ = item(data, end)
        members[data[start:end].decode()] = data[end:value_end]
        at = value_end
    return members


def bytes_of(encoded):
    end, start = item(encoded)
    return encoded[start:end]


def text_of(encoded):
    return bytes_of(encoded).decode()


def cbor_pairs(format, statement):
    return b"\xa2" + cbor("fmt") + cbor(format) + cbor("attStmt") + statement


def extension_values(certificate, dotted):
    """The values of the extensions with that identifier."""
    first, second, *rest = map(int, dotted.split("."))
    identifier = bytes([40 * first + second])
    for arc in rest:
        groups = [arc & 127]
        while arc := arc >> 7:
            groups.insert(0, arc & 127 | 128)
        identifier += bytes(groups)
    at = certificate.find(der(6, identifier))
    if at >= 0:
        values = [contents for tag, contents, _ in elements(certificate[at : at + 400]) if tag == 4]
        yield from values[:1]


def response(credential_id, members):
    members = {key: text(value) if isinstance(value, bytes) else value for key, value in members.items()}
    return {
        "id": text(credential_id), "rawId": text(credential_id), "type": "public-key", "response": members,
        "authenticatorAttachment": "platform", "clientExtensionResults": {"credProps": {"rk": True}},
    }


def corpora(seeds):
    for case in load("CBORTests/Data/cbor-corpus.json"):
        if len(case["hex"]) <= 1024:
            seeds.add("CBOR", bytes.fromhex(case["hex"]))
            seeds.add("Explain", b"\x00" + bytes.fromhex(case["hex"]))
    for case in load("WebAuthnModelTests/Data/authenticator-data.json")["cases"]:
        seeds.add("AuthenticatorData", bytes.fromhex(case["hex"]))
        seeds.add("Explain", b"\x00" + bytes.fromhex(case["hex"]))
    for case in load("RelyingPartyTests/Data/ceremonies.json")["records"]:
        if "publicKeyCOSE" in case:
            seeds.add("AuthenticatorData", binary(case["publicKeyCOSE"]))
    for entry in load("CryptographyTests/Data/x509-certificates.json")["certificates"]:
        certificate = base64.b64decode(entry["certificate"])
        if len(certificate) <= 1536:
            seeds.add("X509", certificate)
            seeds.add("Explain", b"\x00" + certificate)
    authority = bytes.fromhex(load("CryptographyTests/Data/x509-w3c.json")["authority"]["certificate"])
    seeds.add("X509", authority)
    seeds.add("X509", renamed(authority, False))
    seeds.add("X509", renamed(authority, True))
    for folder in ("json", "values", "responses", "bytes"):
        for path in sorted((TESTS / "Hostile" / folder).iterdir()):
            data = path.read_bytes()
            if folder == "json":
                seeds.add("JSON", data)
            elif folder == "values":
                seeds.add("JSON", data)
                seeds.add("Options", data)
            elif folder == "responses":
                seeds.add("Response", data)
            else:
                seeds.add("Explain", b"\x00" + data)


def options(seeds):
    descriptor = {"type": "public-key", "id": "AAEC_-8", "transports": ["usb", "internal"]}
    creation = {
        "rp": {"id": "example.org", "name": "Example"},
        "user": {"id": "AQID", "name": "jane", "displayName": "Jane \u00c9"},
        "challenge": "w7DCsMOw",
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}],
        "timeout": 60000, "excludeCredentials": [descriptor],
        "authenticatorSelection": {
            "authenticatorAttachment": "cross-platform", "residentKey": "required", "requireResidentKey": True,
            "userVerification": "preferred",
        },
        "hints": ["security-key"], "attestation": "direct", "attestationFormats": ["packed"],
        "extensions": {"credProps": True, "minPinLength": True},
    }
    request = {
        "challenge": "w7DCsMOw", "timeout": 1.5, "rpId": "example.org", "allowCredentials": [descriptor],
        "userVerification": "required", "hints": ["hybrid"], "extensions": {"credProps": False},
    }
    for value in (creation, request):
        seeds.add_json("Options", value)
        seeds.add_json("Options", {"publicKey": value, "mediation": "conditional"})
        seeds.add_json("JSON", value)
        seeds.add("Explain", b"\x00" + json.dumps(value, indent=2).encode())
    seeds.add_json("Options", {**creation, "challenge": "w7/+", "user": {"id": "AQ==", "name": 1, "displayName": None}})


def messages(seeds):
    hash32 = bytes(range(32))
    point = {}
    for label, value in load("CTAPTests/Data/pin-protocols.json")["shared"]["platform_key_agreement_public_key"].items():
        point[int(label)] = bytes.fromhex(value) if isinstance(value, str) else value
    descriptor = {"id": b"\x01\x02", "type": "public-key", "transports": ["usb"]}
    requests = {
        1: {
            1: hash32, 2: {"id": "example.org", "name": "Example"}, 3: {"id": b"\x01", "name": "a", "displayName": "A"},
            4: [{"alg": -7, "type": "public-key"}, {"alg": -257, "type": "public-key"}], 5: [descriptor],
            6: {"credProtect": 2}, 7: {"rk": True, "uv": False}, 8: hash32, 9: 2, 10: 1, 11: ["packed"],
        },
        2: {
            1: "example.org", 2: hash32, 3: [descriptor], 4: {"uvm": True}, 5: {"up": True, "uv": True}, 6: hash32, 7: 1,
        },
        12: {2: hash32, 3: 0, 4: 49, 5: hash32[:16], 6: 2},
        6: {1: 2, 2: 9, 3: point, 4: hash32, 5: hash32 * 2, 6: hash32[:16], 9: 3, 10: "example.org"},
    }
    for code, body in requests.items():
        seeds.add("CTAP", bytes([code]) + cbor(body))
    for code in (4, 7, 8, 11):
        seeds.add("CTAP", bytes([code]))
    responses = [
        (0x80, {1: "packed", 2: hash32, 3: {"alg": -7, "sig": b"\x30"}, 4: True}),
        (0x82, {
            1: ["FIDO_2_0", "FIDO_2_1"], 2: ["hmac-secret"], 3: bytes(16), 4: {"rk": True, "clientPin": False}, 5: 1200,
            6: [2, 1], 7: 8, 8: 128, 9: ["usb"], 10: [{"alg": -7, "type": "public-key"}], 12: False, 13: 4, 14: 3,
            17: 3, 18: 2, 20: 25, 22: ["packed", "none"], 29: 63,
        }),
        (0x83, {1: point, 2: hash32, 3: 8, 4: False, 5: 3}),
    ]
    for code, body in responses:
        seeds.add("CTAP", bytes([code]) + cbor(body))


def main():
    seeds = Seeds(sys.argv[1])
    vectors(seeds)
    statements(seeds)
    metadata(seeds)
    corpora(seeds)
    options(seeds)
    messages(seeds)


if __name__ == "__main__":
    main()
