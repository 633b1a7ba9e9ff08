"""Statements of format tpm (section 8.3)."""

import der
from mutations.registry import attester, each, flip, mutation, on_leaf, without_extension


@each(["tpm.ver.older", "tpm.ver.missing", "tpm.ver.number"], ("tpm",))
def tpm_version(c, word):
    def edit(statement):
        if word == "missing":
            return {k: v for k, v in statement.items() if k != "ver"}
        return {**statement, "ver": "1.2" if word == "older" else 2}

    c.on("statement", edit)


@each(["tpm.certInfo.magic.other", "tpm.certInfo.type.quote"], ("tpm",))
def tpm_tags(c, word):
    attester(c, **({"magic": b"\0TCG"} if word == "other" else {"type": b"\x80\x18"}))


@each(["tpm.certInfo.extraData.other", "tpm.certInfo.extraData.empty", "tpm.certInfo.extraData.sha1"], ("tpm",))
def tpm_extra_data(c, word):
    c.on("extraData", lambda digest: {"other": bytes(32), "empty": b""}.get(word, digest[:20]))


@each(
    ["tpm.certInfo.attestedName.other", "tpm.certInfo.attestedName.handle", "tpm.certInfo.attestedName.algorithm"],
    ("tpm",),
)
def tpm_name(c, word):
    c.on("name", lambda name: {"other": flip(name, c.random, 2), "handle": name[-4:]}.get(word, b"\0\x0c" + name[2:]))


@each(["tpm.pubArea.unique.other", "tpm.pubArea.unique.short"], ("tpm",))
def tpm_unique(c, word):
    c.on("unique", lambda value: flip(value, c.random) if word == "other" else value[:-1])


@each(["tpm.pubArea.parameters.exponent", "tpm.pubArea.parameters.curve", "tpm.pubArea.parameters.keyBits"], ("tpm",))
def tpm_parameters(c, word):
    if c.key.kind == "RSA":
        attester(c, **({"key_bits": 1024} if word == "keyBits" else {"exponent": 3}))
    else:
        attester(c, curve=0x10 if word == "keyBits" else 4)


@each(["tpm.certInfo.trailing", "tpm.certInfo.truncated"], ("tpm",), code="tpm.certInfo*")
def tpm_info(c, word):
    c.on("certInfo", lambda data: data + b"\0" if word == "trailing" else data[:-1])


@each(["tpm.pubArea.trailing", "tpm.pubArea.truncated", "tpm.pubArea.flip"], ("tpm",), code="tpm.*")
def tpm_area(c, word):
    # Named and signed over what was there before.
    c.on("pubArea", lambda data: {"trailing": data + b"\0", "truncated": data[:-1]}.get(word) or flip(data, c.random))


@mutation("tpm.pubArea.attributes", ("tpm",), accepts=True)
def tpm_attributes(c):
    # A restricted key, which TPM2_Certify's own rules would not let sign this; no step of section 8.3 looks.
    attester(c, attributes=0x0005_0472)


@mutation("tpm.aik.subjectNotEmpty", ("tpm",))
def aik_subject(c):
    on_leaf(c, lambda leaf: leaf.subject.append((der.COMMON_NAME, "AIK")))


@mutation("tpm.aik.san.notCritical", ("tpm",), accepts=True)
def aik_alternative_name_optional(c):
    aik_alternative_name(c, "notCritical")


@each(["tpm.aik.san.missing", "tpm.aik.san.empty", "tpm.aik.san.dnsOnly"], ("tpm",))
def aik_alternative_name(c, word):
    def edit(leaf):
        _, value = leaf.extensions.pop(der.ALTERNATIVE_NAME)
        new = {"notCritical": (False, value), "empty": (True, der.sequence())}
        new["dnsOnly"] = (True, der.sequence(der.text("tpm.example.org", 0x82)))
        if word in new:
            leaf.extensions[der.ALTERNATIVE_NAME] = new[word]

    on_leaf(c, edit)


# The register of vendors grows; a list at hand is no reason to refuse.
@each(["tpm.aik.san.unknownVendor", "tpm.aik.san.vendorForm"], ("tpm",), accepts=True)
def aik_vendor(c, word):
    attester(c, vendor="id:FFFFF1D1" if word == "unknownVendor" else "53544D20")


@each(["tpm.aik.eku.missing", "tpm.aik.eku.other"], ("tpm",))
def aik_usage(c, word):
    if word == "missing":
        without_extension(c, der.EXTENDED_KEY_USAGE)
    else:
        attester(c, purpose="1.3.6.1.5.5.7.3.1")


@mutation("tpm.aik.eku.amongOthers", ("tpm",), accepts=True)
def aik_usages(c):
    purposes = der.sequence(der.oid("1.3.6.1.5.5.7.3.2"), der.oid("2.23.133.8.3"))
    on_leaf(c, lambda leaf: leaf.extensions.update({der.EXTENDED_KEY_USAGE: (False, purposes)}))


@mutation("tpm.aik.aaguid.mismatch", ("tpm",))
def aik_aaguid(c):
    on_leaf(c, lambda leaf: leaf.extensions.update({der.FIDO_AAGUID: (False, der.octets(flip(c.aaguid, c.random)))}))
