"""The three who judge a ceremony, behind one shape: a word (accept, reject or unknown) and what is said with it.

Understudy's reasons are the codes of the findings that reject, a peer's is the exception it raised.
"""

import base64
import json
import subprocess
import sys
import types
from pathlib import Path

import fido2.webauthn
import webauthn
from cryptography.hazmat.primitives.asymmetric import padding
from fido2.attestation import Attestation
from fido2.attestation.base import verify_x509_chain
from fido2.cose import CoseKey, UnsupportedKey
from fido2.server import Fido2Server
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import AttestationFormat

from ceremonies import NOW, ORIGIN, RP_ID
from keys import ALGORITHMS

# Both peers ask for the longest PSS salt that the key has room for; see servers.py.
padding.PSS.MAX_LENGTH = padding.PSS.DIGEST_LENGTH
# py_webauthn asks the machine for the time of a SafetyNet answer, and takes no other. (The module, which the package
# hides behind its function's name.)
sys.modules["webauthn.helpers.verify_safetynet_timestamp"].time = types.SimpleNamespace(time=lambda: NOW)


class Understudy:
    """`understudy session`: a line for a ceremony."""

    def __init__(self, binary, anchors):
        self.anchors = anchors
        self.process = subprocess.Popen(
            [binary, "session", "--store", ":memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def judge(self, ceremony, response):
        call = {
            "call": f"verify/{ceremony.kind}",
            "options": ceremony.options(),
            "origin": ORIGIN,
            "now": "2026-06-01T00:00:00Z",
        }
        if ceremony.kind == "registration":
            call["trustAnchors"] = self.anchors
        else:
            call["credential"] = ceremony.record()
        # The response goes in as it was written: it may be no JSON that Python would write.
        line = json.dumps(call)[:-1].encode() + b', "response": ' + response.encode() + b"}\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "result" not in answer:
            # The line itself is no JSON: an answer of the same kind as a report's rejection.
            return "reject", ["envelope"], [answer["error"]["message"]]
        report = answer["result"]
        rejecting = [each for each in report["findings"] if each["status"] in ("fail", "unsupported")]
        return report["verdict"], sorted({each["code"] for each in rejecting}), [each["because"] for each in rejecting]

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


class Peer:
    """A library that knows some formats and some algorithms, and raises when it refuses."""

    name = None
    formats = algorithms = frozenset()

    def judge(self, ceremony, response):
        if ceremony.kind == "registration" and ceremony.attester.format not in self.formats:
            return "unknown", f"format {ceremony.attester.format}"
        if unknown := ceremony.algorithms - self.algorithms:
            return "unknown", f"algorithm {min(unknown)}"
        try:
            self.check(ceremony, response)
        except Exception as error:  # whatever a server raises is its verdict
            return "reject", f"{type(error).__name__}: {error}"
        return "accept", ""


class PyWebAuthn(Peer):
    name = "py_webauthn"
    formats = {"none", "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple"}
    algorithms = {-7, -8, -36, -37, -38, -39, -257, -258, -259}
    # What a server would offer; those it does not know cannot be named.
    offered = [COSEAlgorithmIdentifier(each) for each in algorithms]

    def __init__(self, root):
        self.roots = {each: [root] for each in AttestationFormat}

    def check(self, ceremony, response):
        expected = {
            "credential": response,
            "expected_challenge": ceremony.challenge,
            "expected_rp_id": RP_ID,
            "expected_origin": ORIGIN,
            "require_user_verification": ceremony.verification == "required",
        }
        if ceremony.kind == "registration":
            webauthn.verify_registration_response(
                **expected, supported_pub_key_algs=self.offered, pem_root_certs_bytes_by_fmt=self.roots
            )
        else:
            webauthn.verify_authentication_response(
                **expected,
                credential_public_key=ceremony.public_key,
                credential_current_sign_count=ceremony.stored,
            )


class PythonFIDO2(Peer):
    """The server of python-fido2; what it leaves to its caller is done here as its documentation shows."""

    name = "python-fido2"
    formats = {"none", "packed", "tpm", "android-safetynet", "fido-u2f", "apple"}
    algorithms = {each for each in ALGORITHMS if CoseKey.for_alg(each) is not UnsupportedKey}

    def __init__(self, root):
        self.root = base64.b64decode("".join(root.decode().splitlines()[1:-1]))
        self.party = Fido2Server(
            fido2.webauthn.PublicKeyCredentialRpEntity(id=RP_ID, name="Example"),
            attestation="direct",
            verify_origin=lambda origin: origin == ORIGIN,
            verify_attestation=self.check_attestation,
        )

    def check_attestation(self, attestation, client_hash):
        result = Attestation.for_type(attestation.fmt)().verify(
            attestation.att_stmt, attestation.auth_data, client_hash
        )
        # As its AttestationVerifier does once a root is found.
        if result.trust_path:
            verify_x509_chain([*result.trust_path, self.root])

    def check(self, ceremony, response):
        response = json.loads(response)
        state = Fido2Server._make_internal_state(ceremony.challenge, ceremony.verification)
        if ceremony.kind == "registration":
            self.party.register_complete(state, response)
            return
        credential = fido2.webauthn.AttestedCredentialData.create(
            bytes(16), ceremony.record_id, fido2.cbor.decode(ceremony.public_key)
        )
        self.party.authenticate_complete(state, [credential], response)
        # Left to the caller, and left out there.
        data = fido2.webauthn.AuthenticationResponse.from_dict(response).response.authenticator_data
        if (data.counter or ceremony.stored) and data.counter <= ceremony.stored:
            raise ValueError(f"the counter went from {ceremony.stored} to {data.counter}")


def pem(certificate):
    text = base64.encodebytes(certificate).replace(b"\n", b"").decode()
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    return ("-----BEGIN CERTIFICATE-----\n" + "\n".join(lines) + "\n-----END CERTIFICATE-----\n").encode()


def bench(binary, root, folder):
    """The three, with one root certificate that all of them trust."""
    anchors = Path(folder) / "root.pem"
    anchors.write_bytes(pem(root))
    return Understudy(binary, str(anchors)), [PyWebAuthn(pem(root)), PythonFIDO2(pem(root))]
