"""How mutations are registered, and the edits that many of them are made of."""

import fnmatch
from collections.abc import Callable
from dataclasses import dataclass

EVERY = "registration", "assertion"
REGISTRATION = ("registration",)
ASSERTION = ("assertion",)
SIGNED = ("packed self", "packed x5c", "tpm", "android-key", "fido-u2f")
CERTIFIED = ("packed x5c", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple")


@dataclass
class Mutation:
    """A lie: on which formats or ceremonies, and what Understudy must say of it."""

    name: str
    targets: tuple
    apply: Callable
    accepts: bool
    #: Patterns of codes, one of which must be among those that reject; None for whatever it comes to.
    code: str | None

    def is_planted(self, code):
        return any(fnmatch.fnmatchcase(code, pattern) for pattern in self.code.split("|"))

    def fits(self, format):
        kind = "assertion" if format.startswith("assertion") else "registration"
        return kind in self.targets or format in self.targets


MUTATIONS = []


def mutation(name, targets=EVERY, accepts=False, code=""):
    def register(apply):
        planted = name.rpartition(".")[0] if code == "" else code
        MUTATIONS.append(Mutation(name, targets, apply, accepts, planted))
        return apply

    return register


def each(names, targets=EVERY, **more):
    """As many mutations of one kind; the function is handed the word after the last dot."""

    def register(apply):
        for name in names:
            word = name.rpartition(".")[2]
            mutation(name, targets, **more)(lambda ceremony, word=word: apply(ceremony, word))
        return apply

    return register


# Helpers


def in_data(ceremony, edit):
    """Edits authenticator data before or after it was signed."""
    ceremony.on(ceremony.random.choice(["authData.signed", "authData.sent"]), edit)


def in_client(ceremony, edit):
    """Edits the client data's bytes; what was signed is the new ones or the old ones."""
    is_signed = ceremony.random.random() < 0.5
    before = []
    ceremony.on("client", lambda data: before.append(data) or edit(data))
    ceremony.on("client.signed", lambda data: data if is_signed else before[0])


def replaced(data, at, new):
    return data[:at] + new + data[at + len(new) :]


def flags(ceremony, edit):
    in_data(ceremony, lambda data: replaced(data, 32, bytes([edit(data[32]) & 0xFF])))


def flip(data, random, start=0):
    """One bit turned, from `start` on."""
    if len(data) <= start:
        return data + b"\1"
    at = random.randrange(start, len(data))
    return replaced(data, at, bytes([data[at] ^ 1 << random.randrange(8)]))


def on_leaf(c, edit):
    def change(leaf):
        edit(leaf)
        return leaf

    c.on("leaf", change)


def without_extension(c, kind):
    on_leaf(c, lambda leaf: leaf.extensions.pop(kind, None))


def attester(c, **fields):
    for name, value in fields.items():
        setattr(c.attester, name, value)
