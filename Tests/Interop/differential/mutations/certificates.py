"""Attestation certificates (sections 8.2.1 and 8.3.1) and their chains (RFC 5280)."""

import der
from mutations.registry import CERTIFIED, each, flip, mutation, on_leaf, without_extension


@mutation("packed.certificate.version", ("packed x5c",))
def certificate_version(c):
    on_leaf(c, lambda leaf: setattr(leaf, "version", c.random.choice([1, 2])))


@mutation("tpm.aik.version", ("tpm",))
def aik_version(c):
    on_leaf(c, lambda leaf: setattr(leaf, "version", c.random.choice([1, 2])))


@mutation("packed.certificate.basicConstraintsMissing", ("packed x5c",), accepts=True)
def certificate_no_constraints(c):
    without_extension(c, der.BASIC_CONSTRAINTS)


@mutation("tpm.aik.basicConstraintsMissing", ("tpm",), accepts=True)
def aik_no_constraints(c):
    without_extension(c, der.BASIC_CONSTRAINTS)


@mutation("packed.certificate.isCA", ("packed x5c",))
def certificate_authority(c):
    on_leaf(c, lambda leaf: leaf.extensions.update({der.BASIC_CONSTRAINTS: (True, der.sequence(der.boolean(True)))}))


@mutation("tpm.aik.isCA", ("tpm",))
def aik_authority(c):
    on_leaf(c, lambda leaf: leaf.extensions.update({der.BASIC_CONSTRAINTS: (True, der.sequence(der.boolean(True)))}))


@each(
    [
        "packed.certificate.subject." + word
        for word in (
            "noCountry",
            "noOrganization",
            "noUnit",
            "noCommonName",
            "otherUnit",
            "longCountry",
            "emptyOrganization",
            "lowerCountry",
        )
    ],
    ("packed x5c",),
)
def certificate_subject(c, word):
    kinds = {
        "noCountry": der.COUNTRY,
        "noOrganization": der.ORGANIZATION,
        "noUnit": der.UNIT,
        "noCommonName": der.COMMON_NAME,
    }
    values = {
        "otherUnit": (der.UNIT, "authenticator attestation"),
        "longCountry": (der.COUNTRY, "SWE"),
        "emptyOrganization": (der.ORGANIZATION, ""),
        "lowerCountry": (der.COUNTRY, "se"),
    }

    def edit(leaf):
        if word in kinds:
            leaf.subject = [pair for pair in leaf.subject if pair[0] != kinds[word]]
        else:
            leaf.subject = [values[word] if pair[0] == values[word][0] else pair for pair in leaf.subject]

    on_leaf(c, edit)


@mutation("packed.certificate.twoUnits", ("packed x5c",), accepts=True)
def certificate_units(c):
    on_leaf(c, lambda leaf: leaf.subject.insert(2, (der.UNIT, "Second Unit")))


@mutation("packed.certificate.aaguidExtension.mismatch", ("packed x5c",))
def certificate_aaguid(c):
    c.on("aaguid", lambda value: flip(value, c.random))


@each(
    ["packed.certificate.aaguidExtension." + word for word in ("critical", "notDoubleOctetString", "short")],
    ("packed x5c",),
)
def certificate_aaguid_form(c, word):
    value = {"critical": der.octets(c.aaguid), "notDoubleOctetString": c.aaguid}.get(word, der.octets(c.aaguid[:15]))
    on_leaf(c, lambda leaf: leaf.extensions.update({der.FIDO_AAGUID: (word == "critical", value)}))


@mutation("chain.criticalExtension", CERTIFIED, code="chain")
def certificate_critical(c):
    on_leaf(c, lambda leaf: leaf.extensions.update({"1.3.6.1.4.1.57264.99": (True, der.NULL)}))


@mutation("chain.unknownExtension", CERTIFIED, accepts=True)
def certificate_unknown(c):
    on_leaf(c, lambda leaf: leaf.extensions.update({"1.3.6.1.4.1.57264.99": (False, der.NULL)}))


@each(["chain.expired", "chain.notYetValid"], CERTIFIED)
def certificate_years(c, word):
    on_leaf(c, lambda leaf: setattr(leaf, "years", (2020, 2021) if word == "expired" else (2046, 2048)))


@mutation("chain.attackerRoot", CERTIFIED)
def certificate_stranger(c):
    c.attester.is_deep = False
    on_leaf(c, lambda leaf: setattr(leaf, "issuer_key", c.keys.stranger))


@mutation("chain.nameMismatch", CERTIFIED)
def certificate_issuer(c):
    on_leaf(c, lambda leaf: setattr(leaf, "issuer", [(der.COMMON_NAME, "Somebody Else")]))


def on_issuing(c, edit):
    c.attester.is_deep = True

    def change(issuing):
        edit(issuing)
        return issuing

    c.on("issuing", change)


DEEP = tuple(format for format in CERTIFIED if format != "fido-u2f")


@each(
    [
        "chain.intermediateNotCA",
        "chain.intermediateExpired",
        "chain.intermediateKeyUsage",
        "chain.intermediateWithoutConstraints",
    ],
    DEEP,
)
def issuing_certificate(c, word):
    def edit(issuing):
        if word == "intermediateNotCA":
            issuing.extensions[der.BASIC_CONSTRAINTS] = (True, der.sequence())
        elif word == "intermediateExpired":
            issuing.years = (2020, 2021)
        elif word == "intermediateWithoutConstraints":
            del issuing.extensions[der.BASIC_CONSTRAINTS]
        else:
            # digitalSignature alone.
            issuing.extensions[der.KEY_USAGE] = (True, der.tlv(0x03, b"\x07\x80"))

    on_issuing(c, edit)


@mutation("chain.intermediateMissing", tuple(f for f in DEEP if f != "android-key"), code="chain")
def issuing_missing(c):
    c.attester.is_deep = True
    c.on("chain", lambda chain: chain[:1])


@mutation("chain.rootIncluded", ("packed x5c", "tpm", "apple"), accepts=True)
def chain_root(c):
    c.attester.brings_root = True


@mutation("chain.reversed", DEEP, code="*")
def chain_reversed(c):
    c.attester.is_deep = True
    c.on("chain", lambda chain: chain[::-1])
