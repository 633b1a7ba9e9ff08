"""kill -9 at random moments: what was answered must be there afterwards, and no counter may repeat or fall.

    crash.py UNDERSTUDY [ROUNDS [SEED]]

A round starts `create`, `get` or a `session` of many of both, kills it after a random time and reads what it had
written by then. Only a whole answer counts as one. (A session leases counters; the verbs commit each.) Then 32 `get` run side by side on the same store.
"""

import base64
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ORIGIN = "https://login.example.org"
RP_ID = "login.example.org"
PARALLEL = 32
CALLS = 40  # to one session


def to_text(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def to_bytes(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def counter(answer):
    """The signature counter of an assertion: four bytes behind the RP ID hash and the flags."""
    return int.from_bytes(to_bytes(answer["response"]["authenticatorData"])[33:37], "big")


def create_options(number):
    return {
        "rp": {"id": RP_ID, "name": "Example"},
        "user": {"id": to_text(number.to_bytes(8, "big")), "name": f"user {number}", "displayName": ""},
        "challenge": to_text(os.urandom(32)),
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
        "authenticatorSelection": {"residentKey": "discouraged", "userVerification": "discouraged"},
    }


def get_options(credential):
    return {
        "challenge": to_text(os.urandom(32)),
        "rpId": RP_ID,
        "allowCredentials": [{"type": "public-key", "id": credential}],
        "userVerification": "discouraged",
    }


class Crash:
    def __init__(self, binary, folder, seed):
        self.binary, self.folder = binary, folder
        self.store = str(folder / "credentials.sqlite")
        self.random = random.Random(seed)
        self.counters = {}  # credential → the highest counter it was answered with; 0 before the first assertion
        self.outcomes = {"no answer": 0, "answered": 0, "of sessions": 0}
        self.wrong = []
        self.created = 0
        self.started = 0

    def start(self, verb, options):
        # One for each process: those side by side would read what the next one is just writing.
        self.started += 1
        path = self.folder / f"{verb}-{self.started}.json"
        path.write_text(json.dumps(options))
        return subprocess.Popen(
            [self.binary, verb, "--origin", ORIGIN, "--options", str(path), "--store", self.store]
            + (["--profile", "security-key"] if verb == "create" else []),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def finish(self, process):
        """Runs to the end and returns the answer; a failure here is one of ours."""
        out, err = process.communicate(timeout=60)
        if process.returncode != 0:
            self.wrong.append(f"exit status {process.returncode}: {err.decode(errors='replace').strip()[-300:]}")
            return None
        return json.loads(out)

    def note(self, answer):
        """Takes down an answer that was given."""
        identifier = answer["id"]
        if "attestationObject" in answer["response"]:
            if identifier in self.counters:
                self.wrong.append(f"{identifier} was made twice")
            self.counters[identifier] = 0
            return
        now, before = counter(answer), self.counters[identifier]
        if now <= before:
            self.wrong.append(f"{identifier}: counter {now} after {before}")
        self.counters[identifier] = max(now, before)

    def make(self, verb):
        if verb == "create":
            self.created += 1
            return create_options(self.created)
        return get_options(self.random.choice(list(self.counters)))

    def session(self):
        """A session, and its calls in one text."""
        process = subprocess.Popen(
            [self.binary, "session", "--store", self.store],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        lines = []
        for number in range(CALLS):
            verb = "create" if number % 10 == 9 else "get"
            call = {"id": number, "call": verb, "origin": ORIGIN, "options": self.make(verb)}
            lines.append(json.dumps(call | ({"profile": "security-key"} if verb == "create" else {})))
        return process, ("\n".join(lines) + "\n").encode()

    def note_session(self, out):
        """Takes down each line that was written whole; returns how many."""
        lines = out.split(b"\n")[:-1]
        for line in map(json.loads, lines):
            if "result" in line:
                self.note(line["result"])
            else:
                self.wrong.append(f"session: {line}")
        return len(lines)

    def session_round(self, span):
        process, calls = self.session()
        process.stdin.write(calls)
        process.stdin.flush()
        time.sleep(self.random.uniform(0, 1.2 * span))
        process.kill()
        # What is still to be written breaks the pipe: nobody reads it any more.
        out, _ = process.communicate(timeout=60)
        self.outcomes["of sessions"] += self.note_session(out)
        self.look()

    def look(self):
        """The store must work at once, for any credential, and count on from where it was."""
        answer = self.finish(self.start("get", get_options(self.random.choice(list(self.counters)))))
        if answer:
            self.note(answer)

    def measure(self):
        """How long a verb takes, so that the kill falls anywhere in it, and sometimes just after."""
        times = {}
        for verb in ["create", "get"]:
            spans = []
            for _ in range(5):
                start = time.monotonic()
                answer = self.finish(self.start(verb, self.make(verb)))
                spans.append(time.monotonic() - start)
                if answer:
                    self.note(answer)
            times[verb] = statistics.median(spans)
        start = time.monotonic()
        process, calls = self.session()
        out, _ = process.communicate(calls, timeout=60)
        self.note_session(out)
        times["session"] = time.monotonic() - start
        return times

    def round(self, verb, span):
        process = self.start(verb, self.make(verb))
        time.sleep(self.random.uniform(0, 1.4 * span))
        process.kill()
        out, _ = process.communicate(timeout=60)
        try:
            answer = json.loads(out)
        except ValueError:
            self.outcomes["no answer"] += 1
        else:
            self.outcomes["answered"] += 1
            self.note(answer)
        self.look()

    def all_there(self):
        for identifier in self.counters:
            answer = self.finish(self.start("get", get_options(identifier)))
            if answer is None:
                self.wrong.append(f"{identifier} was answered and is lost")
            else:
                self.note(answer)
        check = subprocess.run(
            [self.binary, "credentials", "check", "--store", self.store], capture_output=True, text=True
        )
        if check.returncode != 0:
            self.wrong.append(f"credentials check: {check.stderr.strip()}")

    def side_by_side(self):
        identifier = next(iter(self.counters))
        before = self.counters[identifier]
        running = [self.start("get", get_options(identifier)) for _ in range(PARALLEL)]
        answers = [self.finish(process) for process in running]
        counts = [counter(answer) for answer in answers if answer]
        if len(counts) != PARALLEL or len(set(counts)) != PARALLEL or min(counts) <= before:
            self.wrong.append(f"{PARALLEL} side by side after {before}: {sorted(counts)}")
        self.counters[identifier] = max([before, *counts])
        return len(set(counts))


def main(binary, rounds="200", seed=None):
    rounds, seed = int(rounds), seed or str(random.SystemRandom().randrange(2**32))
    print(f"crash test: {rounds} rounds, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        crash = Crash(binary, Path(folder), seed)
        times = crash.measure()
        if not crash.counters:
            print("\n".join(crash.wrong))
            return 1
        for _ in range(rounds):
            verb = crash.random.choice(["create", "get", "session"])
            if verb == "session":
                crash.session_round(times[verb])
            else:
                crash.round(verb, times[verb])
        crash.all_there()
        distinct = crash.side_by_side()
        print(
            f"killed {rounds} times: verbs {crash.outcomes['no answer']} without an answer and"
            f" {crash.outcomes['answered']} with one, sessions after {crash.outcomes['of sessions']} answers;"
            f" {len(crash.counters)} credentials kept, highest counter {max(crash.counters.values())}"
        )
        print(f"{PARALLEL} get side by side: {distinct} distinct counters")
        for text in crash.wrong:
            print(f"WRONG {text}")
        print(f"crash test: {'failed' if crash.wrong else 'nothing lost, no counter repeated or fell'}")
        return 1 if crash.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
