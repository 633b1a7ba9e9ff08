"""The two servers, behind one shape: make options, check what comes back. A server raises when it refuses."""

import json
import os
from dataclasses import dataclass

import fido2.cbor
import fido2.webauthn
import webauthn
from cryptography.hazmat.primitives.asymmetric import padding
from fido2.attestation import (
    AndroidSafetynetAttestation,
    AppleAttestation,
    FidoU2FAttestation,
    NoneAttestation,
    PackedAttestation,
    TpmAttestation,
)
from fido2.server import Fido2Server
from webauthn.helpers import structs
from webauthn.helpers.cose import COSEAlgorithmIdentifier

RP_ID = "login.example.org"
ORIGIN = "https://login.example.org"

NAMES = {
    -7: "ES256", -8: "EdDSA", -9: "ESP256", -19: "Ed25519", -35: "ES384", -36: "ES512", -37: "PS256",
    -38: "PS384", -39: "PS512", -47: "ES256K", -51: "ESP384", -52: "ESP512", -53: "Ed448", -257: "RS256",
    -258: "RS384", -259: "RS512",
}  # fmt: skip

# Both servers ask for the longest PSS salt that the key has room for. RFC 8230 §2 says that the salt is as long as
# the digest, and so authenticators sign. This is the one thing about the servers that is changed here.
padding.PSS.MAX_LENGTH = padding.PSS.DIGEST_LENGTH


@dataclass
class Registered:
    """What a server keeps of a registration."""

    id: bytes
    key: bytes
    count: int
    format: str
    verified: bool


class PyWebAuthn:
    """py_webauthn: options bare, `timeout` always there."""

    name = "py_webauthn"
    algorithms = [-7, -8, -36, -37, -38, -39, -257, -258, -259]
    # Of android-key it takes the last certificate for the root, which a statement need not bring.
    unknown_formats = {"compound", "android-key"}
    roots = {}

    def trust(self, format, shown):
        """Without a root for it, SafetyNet's answers are believed under Google's alone."""
        if format not in self.unknown_formats:
            certificates = [open(path, "rb").read() for path in shown["written"]["roots"]]
            self.roots = {structs.AttestationFormat(format): certificates}

    def create_options(self, algorithm, verification, attestation, resident="discouraged"):
        options = webauthn.generate_registration_options(
            rp_id=RP_ID,
            rp_name="Example",
            user_name="ada",
            user_display_name="Ada Lovelace",
            attestation=structs.AttestationConveyancePreference(attestation),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement(resident),
                user_verification=structs.UserVerificationRequirement(verification),
            ),
            supported_pub_key_algs=[COSEAlgorithmIdentifier(algorithm)],
        )
        self.challenge, self.algorithm, self.verification = options.challenge, algorithm, verification
        return json.loads(webauthn.options_to_json(options))

    def check_create(self, response):
        verified = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=self.challenge,
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            require_user_verification=self.verification == "required",
            supported_pub_key_algs=[COSEAlgorithmIdentifier(self.algorithm)],
            pem_root_certs_bytes_by_fmt=self.roots,
        )
        return Registered(
            verified.credential_id,
            verified.credential_public_key,
            verified.sign_count,
            structs.AttestationFormat(verified.fmt).value,
            verified.user_verified,
        )

    def get_options(self, registered, verification):
        allowed = [structs.PublicKeyCredentialDescriptor(id=registered.id)] if registered else None
        options = webauthn.generate_authentication_options(
            rp_id=RP_ID,
            allow_credentials=allowed,
            user_verification=structs.UserVerificationRequirement(verification),
        )
        self.challenge, self.verification = options.challenge, verification
        return json.loads(webauthn.options_to_json(options))

    def check_get(self, registered, response):
        registered.count = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=self.challenge,
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            credential_public_key=registered.key,
            credential_current_sign_count=registered.count,
            require_user_verification=self.verification == "required",
        ).new_sign_count


class PythonFIDO2:
    """Yubico's python-fido2: options wrapped in `publicKey`; attestation statements are checked when asked for."""

    name = "python-fido2"
    algorithms = [-7, -8, -9, -19, -35, -36, -37, -47, -51, -52, -53, -257]
    statements = {
        "none": NoneAttestation(),
        "packed": PackedAttestation(),
        "tpm": TpmAttestation(),
        "apple": AppleAttestation(),
        "fido-u2f": FidoU2FAttestation(),
        "android-safetynet": AndroidSafetynetAttestation(),
    }
    unknown_formats = {"compound", "android-key"}

    def trust(self, format, shown):
        """Statements are checked here, and no roots; trust.py does that."""

    def check_attestation(self, attestation, client_data_hash):
        self.statements[attestation.fmt].verify(attestation.att_stmt, attestation.auth_data, client_data_hash)

    def create_options(self, algorithm, verification, attestation, resident="discouraged"):
        self.algorithm = algorithm
        self.party = Fido2Server(
            fido2.webauthn.PublicKeyCredentialRpEntity(id=RP_ID, name="Example"),
            attestation=attestation,
            verify_attestation=self.check_attestation,
        )
        self.party.allowed_algorithms = [
            fido2.webauthn.PublicKeyCredentialParameters(type="public-key", alg=algorithm)
        ]
        options, self.state = self.party.register_begin(
            fido2.webauthn.PublicKeyCredentialUserEntity(
                id=os.urandom(32), name="ada", display_name="Ada Lovelace"
            ),
            user_verification=verification,
            resident_key_requirement=resident,
        )
        return json.loads(json.dumps(dict(options)))

    def check_create(self, response):
        data = self.party.register_complete(self.state, response)
        self.credential = data.credential_data
        key = self.credential.public_key
        if key[3] != self.algorithm:
            raise ValueError(f"the key is for {key[3]}, not {self.algorithm}")
        parsed = fido2.webauthn.RegistrationResponse.from_dict(response)
        return Registered(
            self.credential.credential_id,
            fido2.cbor.encode(key),
            data.counter,
            parsed.response.attestation_object.fmt,
            data.is_user_verified(),
        )

    def get_options(self, registered, verification):
        options, self.state = self.party.authenticate_begin(
            [self.credential] if registered else None, user_verification=verification
        )
        return json.loads(json.dumps(dict(options)))

    def check_get(self, registered, response):
        self.party.authenticate_complete(self.state, [self.credential], response)
        parsed = fido2.webauthn.AuthenticationResponse.from_dict(response)
        count = parsed.response.authenticator_data.counter
        if (count or registered.count) and count <= registered.count:
            raise ValueError(f"the counter went from {registered.count} to {count}")
        registered.count = count


SERVERS = [PyWebAuthn, PythonFIDO2]
