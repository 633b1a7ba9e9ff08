"""Whether a server trusts a model once it has what `understudy profiles show --roots --metadata` writes.

Every built-in model with certificates, and models made here for the formats that none of those has. Each is judged by
py_webauthn with the roots, by python-fido2 with the metadata, and by `understudy verify`; and each of the three must
refuse it with the roots of another.
"""

import base64
import hashlib
import json

import webauthn
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from fido2.mds3 import MdsAttestationVerifier, parse_blob
from fido2.webauthn import Aaguid, AttestationObject
from product import Understudy, must, must_refuse
from servers import ORIGIN, RP_ID
from webauthn.helpers import structs

CERTIFICATE = {
    "issuer": {"C": "AA", "O": "Understudy", "CN": "Interop Authority"},
    "subject": {"C": "AA", "O": "Understudy", "OU": "Authenticator Attestation", "CN": "Interop"},
    "validity": {"notBefore": "2024-01-01T00:00:00Z", "notAfter": "2049-12-31T23:59:59Z"},
    "aaguidExtension": False,
}
# py_webauthn knows the vendors of products alone, not that of FIDO's conformance tools.
TPM = {"manufacturer": "id:494E5443", "model": "Interop", "version": "id:00000001", "aaguidExtension": True}
KEY = {"version": 300, "securityLevel": "trusted-environment"}
ATTESTATIONS = [
    {"format": "tpm", "certificate": {name: CERTIFICATE[name] for name in ("issuer", "validity")} | TPM},
    {"format": "apple", "certificate": CERTIFICATE},
    {"format": "android-key", "certificate": CERTIFICATE, "keyDescription": KEY},
    {"format": "fido-u2f", "certificate": CERTIFICATE},
]

# What a peer has no verifier for; and py_webauthn takes the last certificate of android-key for the root, which
# Google's devices send and the W3C test vectors do not.
UNKNOWN = {"py_webauthn": {"compound", "android-key"}, "python-fido2": {"compound", "android-key"}}


def made_here(folder, attestations):
    """A profile for each: one that a U2F key could have too, but for its attestation."""
    text = {
        "format": 1, "title": "Interop", "description": "Made for one test.", "kind": "test-double",
        "attachment": "cross-platform", "transports": ["usb"], "algorithms": [-7],
        "userVerification": {"manner": "none"}, "discoverable": {"manner": "unsupported"},
        "credentialId": {"manner": "random", "length": 32}, "backup": {"eligible": False, "state": False},
        "counter": {"manner": "constant-zero"},
    }  # fmt: skip
    claims = [
        "/" + name for name in text if name not in ("format", "title", "description", "kind", "attachment")
    ]
    for attestation in attestations:
        name = f"interop-{attestation['format']}"
        aaguid = "0" * 32 if attestation["format"] == "fido-u2f" else hashlib.md5(name.encode()).hexdigest()
        sources = [{"claims": claims + ["/aaguid", "/attestation"], "source": "Made for one test."}]
        path = folder / f"{name}.json"
        path.write_text(
            json.dumps(text | {"name": name, "aaguid": aaguid, "attestation": attestation, "sources": sources})
        )
        yield str(path)


def options(attestation="direct"):
    return {
        "rp": {"id": RP_ID, "name": "Example"},
        "user": {"id": "AQ", "name": "ada", "displayName": "Ada"},
        "challenge": "AAECAwQFBgcICQoLDA0ODw",
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm} for algorithm in (-7, -257)],
        "authenticatorSelection": {"residentKey": "discouraged", "userVerification": "discouraged"},
        "attestation": attestation,
    }


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def serial_number(response):
    """The device's serial number in the certificate (WebAuthn Level 3 §8.2.2), by python-cryptography; None if none."""
    attested = AttestationObject(decode(response["response"]["attestationObject"]))
    extensions = x509.load_der_x509_certificate(attested.att_stmt["x5c"][0]).extensions
    found = [extension for extension in extensions if extension.oid.dotted_string == "1.3.6.1.4.1.45724.1.1.2"]
    if not found:
        return None
    must(not found[0].critical, "the serial number is critical")
    value = found[0].value.value
    must(value[:2] == bytes([4, len(value) - 2]), "the serial number is not an OCTET STRING")
    return value[2:]


def enterprise(binary, folder):
    """Only an RP on the vendor's list, or on the platform's, is told which device it is; and all are trusted."""
    attestation = {"format": "packed", "type": "basic", "certificate": CERTIFICATE}
    for name, rp_ids, managed, flags, asked, told in [
        ("listed", [RP_ID], False, [], "enterprise", True),
        ("not asked", [RP_ID], False, [], "direct", False),
        ("not listed", ["example.com"], False, [], "enterprise", False),
        ("managed", [], True, ["--enterprise-rp-id", RP_ID], "enterprise", True),
        ("managed for others", [], True, ["--enterprise-rp-id", "example.com"], "enterprise", False),
    ]:
        place = folder / name.replace(" ", "-")
        place.mkdir(parents=True)
        section = attestation | {"enterprise": {"rpIds": rp_ids, "platformManaged": managed}}
        (profile,) = made_here(place, [section])
        model = Trusted(binary, profile, place / "model", flags, asked)
        number = serial_number(model.response)
        must((number is not None) == told, f"{name}: the serial number is {number}")
        model.by_roots(model.roots)
        model.by_metadata(model.metadata())
        must(model.here(model.folder / "roots") == "trusted", f"{name}: understudy verify does not trust it")
        again = model.understudy.create(model.options, ORIGIN, *flags)
        must(serial_number(again) == number, f"{name}: another serial number the second time")
    return "told whom they may"


class Trusted:
    """A model with what a server was given of it, and one answer."""

    def __init__(self, binary, profile, folder, flags=(), attestation="direct"):
        folder.mkdir()
        self.folder = folder
        self.understudy = Understudy(binary, str(folder / "store.sqlite"))
        shown = self.understudy.trust(profile, folder)
        self.profile, self.format, self.written = shown["name"], shown["attestation"], shown["written"]
        self.options = options(attestation)
        self.response = self.understudy.create(self.options, ORIGIN, "--profile", profile, *flags)

    @property
    def roots(self):
        return [open(path, "rb").read() for path in self.written["roots"]]

    def by_roots(self, roots):
        """py_webauthn."""
        verified = webauthn.verify_registration_response(
            credential=self.response,
            expected_challenge=decode(self.options["challenge"]),
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            require_user_verification=False,
            pem_root_certs_bytes_by_fmt={structs.AttestationFormat(self.format): roots},
        )
        must(structs.AttestationFormat(verified.fmt).value == self.format, f"the format {verified.fmt}")

    def metadata(self, root=None):
        """python-fido2, with the BLOB's own root unless another is given."""
        root = x509.load_pem_x509_certificate(open(root or self.written["metadata"]["blobRoot"], "rb").read())
        blob = open(self.written["metadata"]["blob"], "rb").read()
        return parse_blob(blob, root.public_bytes(Encoding.DER))

    def by_metadata(self, payload):
        """python-fido2."""
        verifier = MdsAttestationVerifier(payload)
        attested = AttestationObject(decode(self.response["response"]["attestationObject"]))
        client_data = decode(self.response["response"]["clientDataJSON"])
        entry = verifier.find_entry(attested, hashlib.sha256(client_data).digest())
        must(entry is not None, "no entry of the BLOB vouches for it")

    def here(self, anchors):
        """`understudy verify`: the status of trust."""
        for name, value in (("options", self.options), ("response", self.response)):
            (self.folder / name).write_text(json.dumps(value))
        report = self.understudy.json(
            *"verify registration --format json --options".split(), str(self.folder / "options"),
            "--response", str(self.folder / "response"), "--origin", ORIGIN, "--trust-anchors", str(anchors),
            ok=(0, 1),
        )  # fmt: skip
        return report["trust"]["status"]

    def check_statement(self):
        payload = self.metadata()
        must(len(payload.entries) == 1, "not one entry")
        statement = payload.entries[0].metadata_statement
        beside = json.load(open(self.written["metadata"]["statement"]))
        must(statement.schema == 3 == beside["schema"], "another schema")
        written = [x509.load_pem_x509_certificate(root).public_bytes(Encoding.DER) for root in self.roots]
        must(list(statement.attestation_root_certificates) == written, "other roots than those written")
        if "aaguid" in beside:
            must(statement.aaguid == Aaguid.parse(beside["aaguid"]), "another AAGUID")


def judge(model, other):
    """By all three, with what belongs to it and with what does not; the words for the table."""
    model.check_statement()
    must_refuse(lambda: model.metadata(other.written["metadata"]["blobRoot"]), "a BLOB under another's root")
    if not model.roots:
        return ["self attestation"]
    words = []
    if model.format in UNKNOWN["py_webauthn"]:
        words.append("not known")
    else:
        model.by_roots(model.roots)
        must_refuse(lambda: model.by_roots(other.roots), "an attestation under another's root")
        words.append("trusted")
    if model.format in UNKNOWN["python-fido2"]:
        words.append("not known")
    else:
        model.by_metadata(model.metadata())
        must_refuse(lambda: model.by_metadata(other.metadata()), "an attestation under another's metadata")
        words.append("trusted")
    must(model.here(model.folder / "roots") == "trusted", "understudy verify does not trust it")
    must(model.here(other.folder / "roots") == "untrusted", "understudy verify trusts it under another's root")
    return words + ["trusted"]


def run(binary, folder, check):
    """Prints a line for each model; `check` keeps count."""
    understudy = Understudy(binary)
    names = [entry["name"] for entry in understudy.json("profiles", "list")]
    certified = [name for name in names if understudy.json("profiles", "show", name)["attestation"] != "none"]
    must(len(certified) >= 4, "too few models with certificates")
    print(f"\n{'given roots and metadata':28}{'py_webauthn':14}{'python-fido2':14}understudy verify")
    for number, profile in enumerate(certified + list(made_here(folder, ATTESTATIONS))):
        row = []

        def one():
            # Another authenticator of the same model: nothing but the keys differs.
            pair = [Trusted(binary, profile, folder / f"{number}-{part}") for part in "ab"]
            row.extend(judge(*pair))
            return " ".join(row)

        word = check(f"trust in {profile}", one)
        name = profile.rsplit("/", 1)[-1].removesuffix(".json")
        print(f"{name:28}" + ("".join(f"{cell:14}" for cell in row) if row else word), flush=True)
    print(f"enterprise attestation: {check('enterprise attestation', lambda: enterprise(binary, folder / 'ep'))}")
