"""Keys and signatures that a seed decides: no randomness but the generator's, so that a run can be repeated."""

import hashlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# COSE algorithm: kind of key, digest. RFC 9053, 8230, 8812, 9864.
ALGORITHMS = {
    -7: ("P-256", "sha256"), -9: ("P-256", "sha256"), -35: ("P-384", "sha384"), -36: ("P-521", "sha512"),
    -51: ("P-384", "sha384"), -52: ("P-521", "sha512"), -47: ("secp256k1", "sha256"), -8: ("Ed25519", None),
    -19: ("Ed25519", None), -53: ("Ed448", None), -257: ("RSA", "sha256"), -258: ("RSA", "sha384"),
    -259: ("RSA", "sha512"), -37: ("RSA", "sha256"), -38: ("RSA", "sha384"), -39: ("RSA", "sha512"),
}  # fmt: skip
PSS = {-37, -38, -39}
CURVES = {
    "P-256": (1, ec.SECP256R1(), 32), "P-384": (2, ec.SECP384R1(), 48), "P-521": (3, ec.SECP521R1(), 66),
    "secp256k1": (8, ec.SECP256K1(), 32),
}  # fmt: skip
DIGESTS = {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}
SMALL_PRIMES = [n for n in range(3, 2000) if all(n % d for d in range(2, int(n**0.5) + 1))]


def random_prime(random, size):
    while True:
        # The two highest bits, so that a product of two has twice the length.
        candidate = random.getrandbits(size) | 3 << size - 2 | 1
        if all(candidate % prime for prime in SMALL_PRIMES) and candidate % 65537 != 1:
            if all(pow(base, candidate - 1, candidate) == 1 for base in (2, 3, 5)):
                return candidate


class Key:
    """A private key of one kind, with the generator that its PSS salts come from."""

    certificate_algorithm = -7

    def __init__(self, kind, random, size=2048):
        self.kind = kind
        self.random = random
        if kind == "RSA":
            self.certificate_algorithm = -257
            p, q, e = random_prime(random, size // 2), random_prime(random, size // 2), 65537
            d = pow(e, -1, (p - 1) * (q - 1))
            self.p, self.q, self.d = p, q, d
            numbers = rsa.RSAPrivateNumbers(
                p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), rsa.RSAPublicNumbers(e, p * q)
            )
            self.private = numbers.private_key(unsafe_skip_rsa_key_validation=True)
        elif kind == "Ed25519":
            self.private = ed25519.Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
        elif kind == "Ed448":
            self.private = ed448.Ed448PrivateKey.from_private_bytes(random.randbytes(57))
        else:
            self.private = ec.derive_private_key(random.getrandbits(250) | 1, CURVES[kind][1])
        self.public = self.private.public_key()
        self.spki = self.public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        if kind.startswith("Ed"):
            self.raw = self.public.public_bytes(Encoding.Raw, PublicFormat.Raw)
        else:
            self.numbers = self.public.public_numbers()
            if kind != "RSA":
                size = CURVES[kind][2]
                self.x, self.y = self.numbers.x.to_bytes(size, "big"), self.numbers.y.to_bytes(size, "big")

    def cose(self, algorithm):
        if self.kind == "RSA":
            n, e = self.numbers.n, self.numbers.e
            return {1: 3, 3: algorithm, -1: n.to_bytes((n.bit_length() + 7) // 8, "big"), -2: e.to_bytes(3, "big")}
        if self.kind.startswith("Ed"):
            return {1: 1, 3: algorithm, -1: 6 if self.kind == "Ed25519" else 7, -2: self.raw}
        return {1: 2, 3: algorithm, -1: CURVES[self.kind][0], -2: self.x, -3: self.y}

    def sign(self, algorithm, message):
        kind, digest = ALGORITHMS[algorithm]
        if kind.startswith("Ed"):
            return self.private.sign(message)
        if algorithm in PSS:
            return self._sign_pss(digest, message)
        if kind == "RSA":
            return self.private.sign(message, padding.PKCS1v15(), DIGESTS[digest])
        return self.private.sign(message, ec.ECDSA(DIGESTS[digest], deterministic_signing=True))

    def _sign_pss(self, digest, message):
        """EMSA-PSS (RFC 8017 section 9.1.1), with a salt as long as the digest (RFC 8230 section 2)."""
        size = hashlib.new(digest).digest_size
        salt = self.random.randbytes(size)
        modulus_bits = self.numbers.n.bit_length()
        length = (modulus_bits + 6) // 8
        inner = hashlib.new(digest, bytes(8) + hashlib.new(digest, message).digest() + salt).digest()
        data = bytes(length - 2 * size - 2) + b"\1" + salt
        mask = b""
        while len(mask) < len(data):
            mask += hashlib.new(digest, inner + (len(mask) // size).to_bytes(4, "big")).digest()
        masked = bytearray(a ^ b for a, b in zip(data, mask))
        masked[0] &= 0xFF >> 8 * length - (modulus_bits - 1)
        encoded = int.from_bytes(bytes(masked) + inner + b"\xbc", "big")
        # By the Chinese remainder theorem: four times as fast.
        at_p, at_q = pow(encoded, self.d % (self.p - 1), self.p), pow(encoded, self.d % (self.q - 1), self.q)
        signature = at_q + self.q * ((at_p - at_q) * pow(self.q, -1, self.p) % self.p)
        return signature.to_bytes((modulus_bits + 7) // 8, "big")


class KeyRing:
    """The keys of a run: two of each kind for credentials, one for each who attests, and the authorities'."""

    def __init__(self, random):
        kinds = [*CURVES, "Ed25519", "Ed448", "RSA"]
        self.credentials = {kind: [Key(kind, random), Key(kind, random)] for kind in kinds}
        self.attesters = {kind: Key(kind, random) for kind in ("P-256", "P-384", "RSA")}
        self.small_rsa = Key("RSA", random, 1024)
        self.root, self.intermediate, self.stranger = (Key("P-256", random) for _ in range(3))
