"""Registrations and assertions, made by code that is none of Understudy's: as devices make them, or with a lie.

A ceremony is made in stages. A mutation sets a field before anything is made, or hangs an edit on a stage; what is
made later, a signature above all, is then made of the edited value. An edit on `authData.sent` comes after the
signature, and so is a lie that nobody signed.
"""

import base64
import hashlib
import json

import cbor
from attesters import ATTESTERS
from keys import ALGORITHMS

RP_ID = "login.example.org"
ORIGIN = "https://login.example.org"
#: What all three judges take for the time: 2026-06-01T00:00:00Z.
NOW = 1_780_272_000
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80
#: Algorithms that a credential key may have, those that all three judges know three times as often.
CREDENTIAL_ALGORITHMS = [*ALGORITHMS, *[-7, -8, -36, -37, -257] * 2]


def sha256(data):
    return hashlib.sha256(data).digest()


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Ceremony:
    kind = type = None
    now = NOW

    def __init__(self, random, keys, algorithm):
        self.random = random
        self.keys = keys
        self.algorithm = algorithm
        self.key = random.choice(keys.credentials[ALGORITHMS[algorithm][0]])
        self.edits = {}
        self.challenge = random.randbytes(random.choice([16, 32, 64]))
        self.client = {"type": self.type, "challenge": base64url(self.challenge), "origin": ORIGIN}
        if random.random() < 0.8:
            self.client["crossOrigin"] = False
        self.rp_id_hash = sha256(RP_ID.encode())
        self.verification = random.choice(["required", "preferred", "discouraged"])
        self.flags = UP
        if self.verification == "required" or random.random() < 0.5:
            self.flags |= UV
        self.flags |= random.choice([0, BE, BE | BS])
        self.extensions = random.choice([None, None, {"credProtect": 2}, {"minPinLength": 4}])
        self.credential_id = random.randbytes(random.choice([16, 32, 64, 200]))
        self.attachment = random.choice(["platform", "cross-platform", None])
        self.tail = b""
        #: Members of the credential record and of the response that a mutation sets outright.
        self.response_edits = []

    # Edits

    def on(self, stage, edit):
        """Hangs an edit on a stage; every edit must find its stage, or the mutation tests nothing."""
        self.edits.setdefault(stage, []).append(edit)

    def stage(self, name, value):
        for edit in self.edits.pop(name, []):
            value = edit(value)
        return value

    def finish(self, response):
        response = self.stage("response", response)
        made = self.stage("json", json.dumps(response, separators=(",", ":")))
        if self.edits:
            raise RuntimeError(f"nothing came by these stages: {', '.join(self.edits)}")
        return made

    # Parts that both ceremonies have

    def client_data(self):
        return self.stage("client", json.dumps(self.client, separators=(",", ":")).encode())

    def header(self, count):
        flags = self.flags | (ED if self.extensions is not None else 0)
        return self.rp_id_hash + bytes([flags]) + count.to_bytes(4, "big")

    def extension_data(self):
        return b"" if self.extensions is None else self.stage("extensions", cbor.encode(self.extensions))

    def envelope(self, response):
        made = {
            "id": base64url(self.credential_id),
            "rawId": base64url(self.credential_id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
        if self.attachment:
            made["authenticatorAttachment"] = self.attachment
        return made


class Registration(Ceremony):
    kind, type = "registration", "webauthn.create"

    def __init__(self, random, keys, format):
        self.format = format
        self.attester = ATTESTERS[format](random, keys)
        super().__init__(random, keys, random.choice(self.attester.algorithms or CREDENTIAL_ALGORITHMS))
        self.flags |= AT
        self.count = random.choice([0, 0, 1, 77, 2**32 - 1])
        self.aaguid = bytes(16) if self.attester.has_no_aaguid else random.randbytes(16)
        if self.attester.has_no_aaguid:
            self.extensions = None
        self.cose = self.key.cose(self.algorithm)
        self.statement = None
        self.transports = random.choice([["usb"], ["internal", "hybrid"], ["nfc", "usb"], []])

    @property
    def algorithms(self):
        """Whatever a judge must know to judge this: the credential's algorithm and that of the attestation."""
        return {self.algorithm, *self.attester.attestation_algorithms(self)}

    def options(self):
        return {
            "rp": {"id": RP_ID, "name": "Example"},
            "user": {"id": "AAEC", "name": "ada", "displayName": "Ada"},
            "challenge": base64url(self.challenge),
            "pubKeyCredParams": [{"type": "public-key", "alg": alg} for alg in ALGORITHMS],
            "attestation": "direct",
            "authenticatorSelection": {"userVerification": self.verification},
        }

    def authenticator_data(self):
        id_length = self.stage("credentialIdLength", len(self.credential_id))
        made = self.header(self.count) + self.aaguid + id_length.to_bytes(2, "big") + self.credential_id
        made += self.stage("key", cbor.encode(self.cose)) + self.extension_data() + self.tail
        return self.stage("authData.signed", made)

    def make(self):
        client_data = self.client_data()
        self.data = self.authenticator_data()
        client_hash = sha256(self.stage("client.signed", client_data))
        statement = self.stage("statement", self.attester.statement(self, self.data, client_hash))
        sent = self.stage("authData.sent", self.data)
        fields = {"fmt": self.attester.format, "attStmt": statement, "authData": sent}
        encoded = self.stage("object.bytes", cbor.encode(self.stage("object", fields)))
        response = {"clientDataJSON": base64url(client_data), "attestationObject": base64url(encoded)}
        response["transports"] = self.transports
        return self.finish(self.envelope(response))


class Assertion(Ceremony):
    kind, type = "authentication", "webauthn.get"

    def __init__(self, random, keys, algorithm):
        super().__init__(random, keys, algorithm)
        self.format = f"assertion {algorithm}"
        self.algorithms = {algorithm}
        self.stored = random.choice([0, 0, 1, 41])
        self.count = self.stored + random.choice([1, 2, 1000]) if self.stored or random.random() < 0.5 else 0
        self.user_handle = random.choice([None, b"\0\1\2", random.randbytes(64)])
        self.record_flags = self.flags
        self.cose = self.key.cose(algorithm)

    def options(self):
        return {
            "challenge": base64url(self.challenge),
            "rpId": RP_ID,
            "allowCredentials": [{"type": "public-key", "id": base64url(self.record_id)}],
            "userVerification": self.verification,
        }

    def record(self):
        """What was stored at registration, in Level 3's names."""
        return {
            "type": "public-key",
            "id": base64url(self.record_id),
            "publicKey": base64url(self.public_key),
            "signCount": self.stored,
            "uvInitialized": True,
            "backupEligible": bool(self.record_flags & BE),
            "backupState": bool(self.record_flags & BS),
            "rpId": RP_ID,
            "userHandle": base64url(self.user_handle or b"\0\1\2"),
        }

    def make(self):
        self.record_id = self.credential_id
        self.public_key = self.stage("key", cbor.encode(self.cose))
        client_data = self.client_data()
        data = self.stage("authData.signed", self.header(self.count) + self.extension_data() + self.tail)
        signature = self.key.sign(self.algorithm, data + sha256(self.stage("client.signed", client_data)))
        self.credential_id = self.stage("credentialId", self.credential_id)
        response = {
            "clientDataJSON": base64url(client_data),
            "authenticatorData": base64url(self.stage("authData.sent", data)),
            "signature": base64url(self.stage("signature", signature)),
        }
        if self.user_handle is not None:
            response["userHandle"] = base64url(self.user_handle)
        return self.finish(self.envelope(response))
