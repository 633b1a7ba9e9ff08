"""Ceremonies of every attestation format and of every kind of key, right and wrong, judged by Understudy, py_webauthn
and python-fido2. Whoever disagrees does so for a reason that `disagreements.toml` gives, or the run fails.

    differential.py UNDERSTUDY [N [SEED]]        N registrations a format (default 2000), N / 4 assertions a kind of key

One in four is right; the others have one lie each. Understudy must name the rule that was broken (mutations/),
whatever the peers say. The same seed makes the same ceremonies, byte for byte.
"""

import collections
import fnmatch
import multiprocessing
import os
import random
import sys
import tempfile
import tomllib
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from attesters import ATTESTERS, root
from ceremonies import Assertion, Registration
from judges import bench
from keys import ALGORITHMS, KeyRing
from mutations import fitting

FORMATS = [*ATTESTERS, *(f"assertion {algorithm}" for algorithm in ALGORITHMS)]
#: How many ceremonies a worker is handed at once.
SLICE = 100
COLUMNS = ["agree accept", "agree reject", "explained", "unexplained", "not compared"]


@dataclass
class Case:
    """One ceremony and what was said of it."""

    format: str
    index: int
    mutation: str
    verdict: str
    codes: list
    because: list
    #: Peer's name to its word and its reason.
    peers: dict
    #: What is wrong with Understudy's own verdict; None when it is the one planted.
    fault: str | None
    response: str


# Making and judging, in worker processes


def make(seed, keys, format, index):
    """The ceremony of that place, its mutation and the JSON of its response."""
    source = random.Random(f"{seed}/{format}/{index}")
    # PSS salts come from here too.
    for pair in keys.credentials.values():
        for key in pair:
            key.random = source
    if format in ATTESTERS:
        ceremony = Registration(source, keys, format)
    else:
        ceremony = Assertion(source, keys, int(format.split()[1]))
    every, lies = fitting(format), index - index // 4 - 1
    mutation = None if index % 4 == 0 else every[lies % len(every)]
    if mutation:
        mutation.apply(ceremony)
    return ceremony, mutation, ceremony.make()


def planted_fault(format, mutation, verdict, codes):
    if mutation is None or mutation.accepts:
        return None if verdict == "accept" else f"{verdict} by {', '.join(codes)} instead of accept"
    if mutation.code is None:
        return None
    if verdict == "reject" and any(mutation.is_planted(code) for code in codes):
        return None
    return f"{verdict} by {', '.join(codes) or 'nothing'} instead of reject by {mutation.code}"


def judge(task):
    seed, format, first, end = task
    cases = []
    for index in range(first, end):
        ceremony, mutation, response = make(seed, worker["keys"], format, index)
        verdict, codes, because = worker["understudy"].judge(ceremony, response)
        peers = {peer.name: peer.judge(ceremony, response) for peer in worker["peers"]}
        fault = planted_fault(format, mutation, verdict, codes)
        name = mutation.name if mutation else "right"
        is_told = fault or any(word not in (verdict, "unknown") for word, _ in peers.values())
        cases.append(Case(format, index, name, verdict, codes, because, peers, fault, response if is_told else ""))
    return cases


worker = {}


def start(binary, keys, certificate, folder):
    # cryptography tells of names that are longer than X.520 has them; here they are meant.
    warnings.simplefilter("ignore")
    worker["keys"] = keys
    worker["understudy"], worker["peers"] = bench(binary, certificate, folder)


# What was explained


@dataclass
class Entry:
    """A class of disagreement that somebody looked into."""

    library: str
    what: str
    why: str
    link: str
    faults: list
    #: Codes by which Understudy rejects what the library accepts.
    accepts: list = field(default_factory=list)
    #: Words in the exception by which the library refuses what Understudy accepts.
    refuses: list = field(default_factory=list)
    met: set = field(default_factory=set)

    def fits(self, fault):
        return [pattern for pattern in self.faults if fnmatch.fnmatchcase(fault, pattern)]


class Explanations:
    def __init__(self, path):
        self.entries = [Entry(**entry) for entry in tomllib.loads(path.read_text())["disagreement"]]

    def explain(self, case, library, word, reason):
        """Whether every part of the disagreement is explained."""
        entries = [each for each in self.entries if each.library == library and each.fits(case.mutation)]
        if word == "accept":
            used = [[each for each in entries if code in each.accepts] for code in case.codes]
        else:
            used = [[each for each in entries if any(words in reason for words in each.refuses)]]
        if not all(used):
            return False
        for entries in used:
            for entry in entries:
                entry.met.update(entry.fits(case.mutation))
        return True

    def stale(self):
        for entry in self.entries:
            if not entry.met:
                yield f"{entry.library}: {entry.what}"


# The run


def show(case, library=None):
    word, reason = case.peers[library] if library else ("", "")
    told = f" but {library} says {word} {reason[:160]}" if library else f": {case.fault}"
    return (
        f"{case.format} #{case.index}, {case.mutation}: understudy says {case.verdict} "
        f"{','.join(case.codes)} ({'; '.join(case.because)[:200]}){told}\n    {case.response[:6000]}"
    )


def main(binary, count="2000", seed="1"):
    count = int(count)
    print(
        f"differential: {count} registrations a format, {count // 4} assertions a kind of key, seed {seed}", flush=True
    )
    keys = KeyRing(random.Random(f"{seed}/keys"))
    here = Path(__file__).parent
    explanations = Explanations(here / "disagreements.toml")
    # Kinds of key differ by the signature only, so that each needs fewer.
    counts = {format: count if format in ATTESTERS else count // 4 for format in FORMATS}
    tasks = [
        (seed, format, first, min(first + SLICE, counts[format]))
        for format in FORMATS
        for first in range(0, counts[format], SLICE)
    ]
    table = collections.defaultdict(collections.Counter)
    problems, classes = [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("fork")
        with context.Pool(os.cpu_count(), start, (binary, keys, root(keys).der(), folder)) as pool:
            for cases in pool.imap(judge, tasks):
                for case in cases:
                    if case.fault:
                        problems.append(show(case))
                        classes[case.mutation, "understudy", case.fault] += 1
                    for library, (word, reason) in case.peers.items():
                        column = f"agree {word}"
                        if word == "unknown":
                            column = "not compared"
                        elif word != case.verdict:
                            column = "explained"
                            if not explanations.explain(case, library, word, reason):
                                column = "unexplained"
                                problems.append(show(case, library))
                                classes[case.mutation, library, f"{word}: {','.join(case.codes) or reason[:80]}"] += 1
                        table[library, case.format][column] += 1
    print(f"{'peer':14}{'format':20}" + "".join(f"{column:>14}" for column in COLUMNS))
    for (library, format), row in sorted(table.items()):
        print(f"{library:14}{format:20}" + "".join(f"{row[column]:14}" for column in COLUMNS))
    for problem in problems[:20]:
        print(problem)
    for (mutation, who, what), number in sorted(classes.items()):
        print(f"UNEXPLAINED {number} × {mutation}: {who}: {what}")
    stale = list(explanations.stale())
    for text in stale:
        print(f"STALE {text}")
    judged, compared = sum(counts.values()), sum(sum(row.values()) - row["not compared"] for row in table.values())
    print(f"{judged} ceremonies judged, {compared} verdicts compared, {len(problems)} unexplained, {len(stale)} stale")
    # Few ceremonies do not meet every entry.
    return 1 if problems or (stale and count >= 2000) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
