"""DER (X.690), and certificates of it: as much as attestation statements need, and able to write what is wrong."""

import hashlib


def tlv(tag, *parts):
    body = b"".join(parts)
    count = len(body)
    if count < 128:
        head = bytes([count])
    else:
        size = (count.bit_length() + 7) // 8
        head = bytes([0x80 | size]) + count.to_bytes(size, "big")
    return (bytes([tag]) if isinstance(tag, int) else tag) + head + body


def sequence(*parts):
    return tlv(0x30, *parts)


def set_of(*parts):
    return tlv(0x31, *sorted(parts))


def integer(value, tag=0x02):
    return tlv(tag, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True))


def enumerated(value):
    return integer(value, 0x0A)


def octets(value):
    return tlv(0x04, value)


def bits(value):
    return tlv(0x03, b"\0", value)


def boolean(value):
    return tlv(0x01, b"\xff" if value else b"\0")


def text(value, tag=0x0C):
    return tlv(tag, value.encode())


NULL = tlv(0x05)


def oid(dotted):
    first, second, *rest = map(int, dotted.split("."))
    body = b""
    for arc in [40 * first + second, *rest]:
        digits = [arc & 0x7F]
        while arc := arc >> 7:
            digits.append(arc & 0x7F | 0x80)
        body += bytes(reversed(digits))
    return tlv(0x06, body)


def explicit(number, *parts):
    """[number] EXPLICIT; Android's lists go to 719."""
    if number < 31:
        return tlv(0xA0 | number, *parts)
    return tlv(bytes([0xBF, 0x80 | number >> 7, number & 0x7F]), *parts)


# Names: attribute types, and the string type that X.520 gives each.
COUNTRY, ORGANIZATION, UNIT, COMMON_NAME = "2.5.4.6", "2.5.4.10", "2.5.4.11", "2.5.4.3"


def name(*attributes):
    return sequence(
        *(set_of(sequence(oid(kind), text(value, 0x13 if kind == COUNTRY else 0x0C))) for kind, value in attributes)
    )


def time(year):
    """The first second of a year, in the form that RFC 5280 section 4.1.2.5 wants for it."""
    return text(f"{year % 100:02}0101000000Z", 0x17) if year < 2050 else text(f"{year}0101000000Z", 0x18)


BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, ALTERNATIVE_NAME = "2.5.29.19", "2.5.29.15", "2.5.29.37", "2.5.29.17"
FIDO_AAGUID = "1.3.6.1.4.1.45724.1.1.4"


class Certificate:
    """A certificate while it is made: every field may be changed until it is signed."""

    def __init__(self, subject, public_key, issuer, issuer_key, extensions=()):
        self.version = 3
        self.subject = list(subject)
        self.public_key = public_key
        self.issuer = issuer
        self.issuer_key = issuer_key
        self.years = (2020, 2048)
        #: OID to (critical, value).
        self.extensions = {BASIC_CONSTRAINTS: (True, sequence()), **dict(extensions)}

    def der(self):
        signed = sequence(*self._fields())
        return sequence(signed, self._algorithm(), bits(self.issuer_key.sign(self._alg(), signed)))

    def _alg(self):
        return self.issuer_key.certificate_algorithm

    def _algorithm(self):
        return {
            -7: sequence(oid("1.2.840.10045.4.3.2")),
            -257: sequence(oid("1.2.840.113549.1.1.11"), NULL),
        }[self._alg()]

    def _fields(self):
        if self.version > 1:
            yield explicit(0, integer(self.version - 1))
        serial = hashlib.sha256(self.public_key + repr(self.subject).encode()).digest()[:8]
        yield integer(int.from_bytes(serial, "big") | 1)
        yield self._algorithm()
        yield name(*self.issuer)
        yield sequence(*map(time, self.years))
        yield name(*self.subject)
        yield self.public_key
        if self.version == 3 and self.extensions:
            yield explicit(
                3,
                sequence(
                    *(
                        sequence(oid(kind), boolean(True) if critical else b"", octets(value))
                        for kind, (critical, value) in self.extensions.items()
                    )
                ),
            )
