"""What can be wrong with a ceremony, layer by layer: one lie a mutation, signed over again or not.

A mutation is named as Understudy's faults are: the code of the rule that it breaks, a dot, a word. The code is what
Understudy must say; `accepts` marks what looks odd and is right. `None` as the code: a random change, of which only
the verdicts are compared.
"""

from mutations import (  # noqa: F401 (they register themselves)
    android,
    attestation_object,
    authenticator_data,
    certificates,
    client_data,
    credential_key,
    envelope,
    other_formats,
    signatures,
    tpm,
)
from mutations.registry import MUTATIONS, Mutation

__all__ = ["SIGNATURE", "Mutation", "fitting"]


def fitting(format):
    """The mutations that a format or a kind of assertion can have, in a fixed order."""
    return [each for each in MUTATIONS if each.fits(format)]
