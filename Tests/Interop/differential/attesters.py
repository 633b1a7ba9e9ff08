"""What makes the attestation statement of each format (WebAuthn Level 3 section 8).

An attester is one device's: its fields may be changed before it is asked, and it passes what it makes by the
ceremony's stages. `algorithms` are those that its credentials can have; None stands for all.
"""

import base64
import hashlib
import json

import der
from keys import CURVES

ROOT = [(der.COUNTRY, "SE"), (der.ORGANIZATION, "Differential"), (der.COMMON_NAME, "Differential Root")]
INTERMEDIATE = [(der.COUNTRY, "SE"), (der.ORGANIZATION, "Differential"), (der.COMMON_NAME, "Differential Issuing")]
ATTESTATION = "Authenticator Attestation"


def sha256(data):
    return hashlib.sha256(data).digest()


def authority(subject, key, issuer, issuer_key):
    made = der.Certificate(subject, key.spki, issuer, issuer_key)
    made.extensions = {
        der.BASIC_CONSTRAINTS: (True, der.sequence(der.boolean(True))),
        # keyCertSign and cRLSign.
        der.KEY_USAGE: (True, der.tlv(0x03, b"\x01\x06")),
    }
    return made


def root(keys):
    return authority(ROOT, keys.root, ROOT, keys.root)


class Attester:
    format = None
    algorithms = None
    has_no_aaguid = False

    def __init__(self, random, keys):
        self.random = random
        self.keys = keys

    def attestation_algorithms(self, ceremony):
        return set()


class Certified(Attester):
    """One that has a certificate, below an intermediate authority or right below the root."""

    brings_root = False
    kinds = ["P-256"]

    def __init__(self, random, keys):
        super().__init__(random, keys)
        self.key = keys.attesters[random.choice(self.kinds)]
        self.algorithm = {"P-256": -7, "RSA": -257}[self.key.kind]
        self.is_deep = random.random() < 0.5

    def attestation_algorithms(self, ceremony):
        return {self.algorithm}

    def chain(self, ceremony, subject, public_key, extensions=()):
        """The certificates, the leaf first; stages `leaf`, `issuing` (while made) and `chain` (as bytes)."""
        issuing = authority(INTERMEDIATE, self.keys.intermediate, ROOT, self.keys.root)
        above, signer = (INTERMEDIATE, self.keys.intermediate) if self.is_deep else (ROOT, self.keys.root)
        leaf = ceremony.stage("leaf", der.Certificate(subject, public_key, above, signer, extensions))
        made = [ceremony.stage("leaf.der", leaf.der())]
        if self.is_deep:
            made.append(ceremony.stage("issuing", issuing).der())
        if self.brings_root:
            made.append(root(self.keys).der())
        return ceremony.stage("chain", made)


class NoneAttester(Attester):
    format = "none"

    def statement(self, ceremony, data, client_hash):
        return {}


class PackedSelf(Attester):
    format = "packed"

    def statement(self, ceremony, data, client_hash):
        signature = ceremony.key.sign(ceremony.algorithm, data + client_hash)
        return {"alg": ceremony.algorithm, "sig": ceremony.stage("sig", signature)}


class Packed(Certified):
    format = "packed"
    kinds = ["P-256", "P-256", "RSA"]

    def statement(self, ceremony, data, client_hash):
        subject = [(der.COUNTRY, "SE"), (der.ORGANIZATION, "Differential"), (der.UNIT, ATTESTATION)]
        subject.append((der.COMMON_NAME, "Differential Key"))
        extensions = {}
        if self.random.random() < 0.7 or "aaguid" in ceremony.edits:
            extensions[der.FIDO_AAGUID] = (False, der.octets(ceremony.stage("aaguid", ceremony.aaguid)))
        chain = self.chain(ceremony, subject, self.key.spki, extensions)
        signature = self.key.sign(self.algorithm, data + client_hash)
        return {"alg": self.algorithm, "sig": ceremony.stage("sig", signature), "x5c": chain}


class FIDOU2F(Certified):
    format = "fido-u2f"
    algorithms = [-7]
    has_no_aaguid = True

    def __init__(self, random, keys):
        super().__init__(random, keys)
        # Section 8.6 knows one certificate only.
        self.is_deep = False

    def statement(self, ceremony, data, client_hash):
        chain = self.chain(ceremony, [(der.COMMON_NAME, "Differential U2F")], self.key.spki)
        point = b"\4" + ceremony.key.x + ceremony.key.y if ceremony.key.kind in CURVES else b"\4" + bytes(64)
        message = b"\0" + data[:32] + client_hash + ceremony.credential_id + ceremony.stage("point", point)
        return {"sig": ceremony.stage("sig", self.key.sign(-7, message)), "x5c": chain}


class Apple(Certified):
    format = "apple"
    algorithms = [-7]

    def attestation_algorithms(self, ceremony):
        return set()

    def statement(self, ceremony, data, client_hash):
        nonce = ceremony.stage("nonce", sha256(data + client_hash))
        value = ceremony.stage("nonce.der", der.sequence(der.explicit(1, der.octets(nonce))))
        public_key = ceremony.stage("leaf.key", ceremony.key.spki)
        subject = [(der.COMMON_NAME, "0123abcd"), (der.UNIT, "AAA Certification"), (der.ORGANIZATION, "Apple Inc.")]
        return {"x5c": self.chain(ceremony, subject, public_key, {"1.2.840.113635.100.8.2": (False, value)})}


class AndroidKey(Certified):
    format = "android-key"
    algorithms = [-7]
    # As devices do: their chains end in Google's root.
    brings_root = True

    def __init__(self, random, keys):
        super().__init__(random, keys)
        self.hardware = {1: der.set_of(der.integer(2)), 2: der.integer(3), 702: der.integer(0)}
        self.software = {}
        self.challenge = None

    def attestation_algorithms(self, ceremony):
        return {ceremony.algorithm}

    def statement(self, ceremony, data, client_hash):
        lists = (
            der.sequence(*(der.explicit(tag, value) for tag, value in sorted(each.items())))
            for each in (self.software, self.hardware)
        )
        description = der.sequence(
            der.integer(3), der.enumerated(1), der.integer(4), der.enumerated(1),
            der.octets(client_hash if self.challenge is None else self.challenge), der.octets(b""), *lists,
        )  # fmt: skip
        extensions = {"1.3.6.1.4.1.11129.2.1.17": (False, ceremony.stage("description", description))}
        public_key = ceremony.stage("leaf.key", ceremony.key.spki)
        chain = self.chain(ceremony, [(der.COMMON_NAME, "Android Keystore Key")], public_key, extensions)
        signature = ceremony.key.sign(ceremony.algorithm, data + client_hash)
        return {"alg": ceremony.algorithm, "sig": ceremony.stage("sig", signature), "x5c": chain}


class SafetyNet(Certified):
    format = "android-safetynet"
    algorithms = [-7]
    kinds = ["RSA"]

    def statement(self, ceremony, data, client_hash):
        host = ceremony.stage("host", "attest.android.com")
        extensions = {der.ALTERNATIVE_NAME: (False, der.sequence(der.text(host, 0x82)))}
        subject = [(der.COUNTRY, "US"), (der.ORGANIZATION, "Google LLC"), (der.COMMON_NAME, host)]
        chain = self.chain(ceremony, subject, self.key.spki, extensions)
        payload = {
            "nonce": base64.b64encode(sha256(data + client_hash)).decode(),
            "timestampMs": (ceremony.now - self.random.choice([0, 1, 9])) * 1000,
            "apkPackageName": "com.google.android.gms",
            "apkDigestSha256": base64.b64encode(bytes(32)).decode(),
            "ctsProfileMatch": True,
            "apkCertificateDigestSha256": [base64.b64encode(bytes(32)).decode()],
            "basicIntegrity": True,
        }
        header = {"alg": "RS256", "x5c": [base64.b64encode(each).decode() for each in chain]}
        parts = [ceremony.stage("jws.header", header), ceremony.stage("jws.payload", payload)]
        signed = b".".join(self._base64url(json.dumps(part).encode()) for part in parts)
        signature = ceremony.stage("sig", self.key.sign(-257, signed))
        response = ceremony.stage("jws", signed + b"." + self._base64url(signature))
        return {"ver": "14574037", "response": response}

    @staticmethod
    def _base64url(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")


class TPM(Certified):
    """Section 8.3; structures of TPM 2.0 Part 2: TPMT_PUBLIC (12.2.4), TPMS_ATTEST (10.12.8)."""

    format = "tpm"
    algorithms = [-7, -257]
    kinds = ["RSA", "P-256"]
    curves = {"P-256": 3, "P-384": 4, "P-521": 5}

    def __init__(self, random, keys):
        super().__init__(random, keys)
        self.magic, self.type = b"\xffTCG", b"\x80\x17"
        self.name_algorithm = b"\0\x0b"
        # fixedTPM, fixedParent, sensitiveDataOrigin, userWithAuth, noDA, sign.
        self.attributes = 0x0004_0472
        self.exponent = 0
        self.vendor = "id:53544D20"
        self.purpose = "2.23.133.8.3"
        self.key_bits = 2048
        self.curve = None

    def attestation_algorithms(self, ceremony):
        return {ceremony.algorithm, self.algorithm}

    def public_area(self, ceremony):
        key = ceremony.key
        head = self.name_algorithm + self.attributes.to_bytes(4, "big") + self._sized(b"")
        if key.kind == "RSA":
            parameters = b"\0\x10\0\x10" + self.key_bits.to_bytes(2, "big") + self.exponent.to_bytes(4, "big")
            modulus = key.numbers.n.to_bytes((key.numbers.n.bit_length() + 7) // 8, "big")
            return b"\0\1" + head + parameters + self._sized(ceremony.stage("unique", modulus))
        curve = self.curves[key.kind] if self.curve is None else self.curve
        parameters = b"\0\x10\0\x10" + curve.to_bytes(2, "big") + b"\0\x10"
        return b"\0\x23" + head + parameters + self._sized(ceremony.stage("unique", key.x)) + self._sized(key.y)

    def statement(self, ceremony, data, client_hash):
        area = self.public_area(ceremony)
        name = ceremony.stage("name", self.name_algorithm + sha256(area))
        digest = ceremony.stage("extraData", sha256(data + client_hash))
        info = self.magic + self.type + self._sized(b"\0\x0b" + bytes(32)) + self._sized(digest)
        info += bytes(8) + bytes(4) + bytes(4) + b"\1" + bytes(8) + self._sized(name)
        info = ceremony.stage("certInfo", info + self._sized(b"\0\x0b" + bytes(32)))
        chain = self.chain(ceremony, [], self.key.spki, self._extensions())
        return {
            "ver": "2.0", "alg": self.algorithm, "x5c": chain, "certInfo": info,
            "sig": ceremony.stage("sig", self.key.sign(self.algorithm, info)),
            "pubArea": ceremony.stage("pubArea", area),
        }  # fmt: skip

    def _extensions(self):
        attributes = [("2.23.133.2.1", self.vendor), ("2.23.133.2.2", "SLB9670"), ("2.23.133.2.3", "id:0007")]
        directory = der.sequence(der.tlv(0xA4, der.name(*attributes)))
        return {
            der.ALTERNATIVE_NAME: (True, directory),
            der.EXTENDED_KEY_USAGE: (False, der.sequence(der.oid(self.purpose))),
        }

    @staticmethod
    def _sized(data):
        return len(data).to_bytes(2, "big") + data


class Compound(Attester):
    """Section 8.9: two statements of different formats about one credential."""

    format = "compound"
    algorithms = [-7]

    def __init__(self, random, keys):
        super().__init__(random, keys)
        self.parts = [made(random, keys) for made in random.sample([Packed, Apple, AndroidKey, SafetyNet, TPM], 2)]

    def attestation_algorithms(self, ceremony):
        return set().union(*(part.attestation_algorithms(ceremony) for part in self.parts))

    def statement(self, ceremony, data, client_hash):
        made = []
        for part in self.parts:
            statement = part.statement(ceremony, data, client_hash)
            made.append({"fmt": part.format, "attStmt": ceremony.stage("part", statement)})
        return made


ATTESTERS = {
    "none": NoneAttester, "packed self": PackedSelf, "packed x5c": Packed, "tpm": TPM, "android-key": AndroidKey,
    "android-safetynet": SafetyNet, "fido-u2f": FIDOU2F, "apple": Apple, "compound": Compound,
}  # fmt: skip
