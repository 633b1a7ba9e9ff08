"""Feeds every verb every file of Tests/Hostile and looks at how it ends.

    hostile.py UNDERSTUDY FOLDER

It must end by itself, never by a signal or a trap, never with 70 (a defect of ours); its exit status must be one that
the use allows, and a stricter one for files made for that use; and it must say something on standard error.
"""

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ORIGIN = "https://login.example.org"
RP_ID = "login.example.org"
SECONDS = 20
# 4 GiB of address space: what wants more than that for a file of 100 KiB has believed a length it was told.
SPACE = 4 << 30

# How words say where: by the file's name, or in it.
PLACES = ["offset", "byte", "member", "[0]", "line"]
TRAPS = ["Fatal error", "Crash:", "Illegal instruction", "Precondition failed", "Program crashed"]


class Use:
    """A way of handing a file to a verb: FILE stands for it, COPY for a copy of it, FOLDER for the folder of the copy."""

    def __init__(self, name, arguments, allowed, strict=None, feed=False):
        self.name, self.arguments, self.allowed, self.strict, self.feed = name, arguments, allowed, strict or {}, feed


def uses(good):
    origin = ["--origin", ORIGIN]
    memory = ["--store", ":memory:"]
    created = ["--options", good["create.options"], "--response", good["create.response"]]
    got = ["--options", good["get.options"], "--response", good["get.response"]]
    credential = ["--credential", good["report"]]
    registration, authentication = ["verify", "registration", *origin], ["verify", "authentication", *origin]
    return [
        Use("create", ["create", *origin, *memory, "--options", "FILE"], {0, 2, 3}, {"json": {2}, "values": {0, 2, 3}}),
        Use("create -", ["create", *origin, *memory, "--options", "-"], {0, 2, 3}, {"json": {2}}, feed=True),
        Use("get", ["get", *origin, *memory, "--options", "FILE"], {2, 3}, {"json": {2}}),
        Use(
            "create, profile",
            ["create", *origin, *memory, "--options", good["create.options"], "--profile", "FILE"],
            {2},
        ),
        Use(
            "create, suffixes",
            ["create", *origin, *memory, "--options", good["create.options"], "--public-suffix-list", "FILE"],
            {0, 2, 3},
        ),
        Use("create, store", ["create", *origin, "--options", good["create.options"], "--store", "COPY"], {5}),
        Use("get, store", ["get", *origin, "--options", good["get.options"], "--store", "COPY"], {5}),
        Use("credentials list", ["credentials", "list", "--store", "COPY"], {5}),
        Use("credentials check", ["credentials", "check", "--store", "COPY"], {5}),
        Use("credentials export", ["credentials", "export", "--format", "cdp", "--store", "COPY"], {5}),
        Use("credentials import", ["credentials", "import", "FILE", *memory], {2}),
        # An empty array is what a store without credentials exports.
        Use("credentials import -", ["credentials", "import", "-", "--format", "webdriver", *memory], {0, 2}, feed=True),
        Use("credentials import, store", ["credentials", "import", good["passkey"], "--store", "COPY"], {5}),
        Use("credentials snapshot", ["credentials", "snapshot", good["copy"], "--store", "COPY"], {5}),
        Use("credentials restore", ["credentials", "restore", "COPY", "--store", good["store"]], {5}),
        Use("credentials diff", ["credentials", "diff", "COPY", "--store", good["store"]], {5}),
        Use(
            "verify registration, options",
            [*registration, "--options", "FILE", "--response", good["create.response"]],
            {1, 2},
            {"json": {2}},
        ),
        Use(
            "verify registration, response",
            [*registration, "--options", good["create.options"], "--response", "FILE"],
            {1, 2},
            {"json": {1}, "responses": {1, 2}},
        ),
        Use(
            "verify authentication, options",
            [*authentication, "--options", "FILE", "--response", good["get.response"], *credential],
            {1, 2},
            {"json": {2}},
        ),
        Use(
            "verify authentication, response",
            [*authentication, "--options", good["get.options"], "--response", "FILE", *credential],
            {1, 2},
            {"json": {1}, "responses": {1, 2}},
        ),
        Use("verify authentication, credential", [*authentication, *got, "--credential", "FILE"], {1, 2}, {"json": {2}}),
        Use("verify, anchors", [*registration, *created, "--trust-anchors", "FOLDER"], {0, 1, 2}),
        Use("verify, related origins", [*registration, *created, "--related-origins", "FILE"], {0, 2}, {"json": {2}}),
        Use("verify, payment", [*authentication, *got, *credential, "--payment", "FILE"], {1, 2}, {"json": {2}}),
        Use(
            "verify, metadata",
            [*registration, *created, "--metadata", "FILE", "--metadata-root", good["metadata.root.pem"]],
            {1, 2},
        ),
        Use("verify, cases", ["verify", "--cases", "FILE"], {0, 1, 2}, {"json": {2}}),
        Use("explain", ["explain", "FILE"], {0, 2}),
        Use("explain -", ["explain", "-"], {0, 2}, feed=True),
        Use("profiles check", ["profiles", "check", "FILE"], {1, 2}, {"profiles": {1, 2}}),
        Use("profiles show", ["profiles", "show", "FILE"], {2}),
        Use("session", ["session", *memory], {0, 2}, feed=True),
    ]


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(binary, use, path, scratch):
    """One use of one file; returns what is wrong with how it ended, or None."""
    arguments = list(use.arguments)
    copy = None
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        for index, argument in enumerate(arguments):
            if argument == "FILE":
                arguments[index] = str(path)
            elif argument in ("COPY", "FOLDER"):
                copy = Path(folder) / path.name
                if path.is_dir():
                    copy = path
                elif not path.exists() or not os.access(path, os.R_OK):
                    return None
                else:
                    shutil.copyfile(path, copy)
                arguments[index] = str(copy if argument == "COPY" else folder)
        if use.feed and not path.is_file():
            return None
        if "COPY" in use.arguments and copy.is_file() and copy.stat().st_size == 0:
            return None  # an empty file is a store that has yet to be written
        with open(path if use.feed else os.devnull, "rb") as feed:
            try:
                done = subprocess.run(
                    [binary, *arguments],
                    stdin=feed,
                    capture_output=True,
                    timeout=SECONDS,
                    preexec_fn=limit,
                    env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "HOME": folder},
                )
            except subprocess.TimeoutExpired:
                return f"still running after {SECONDS} s"
        words = done.stderr.decode(errors="replace")
        status = done.returncode
        allowed = use.strict.get(path.parent.name, use.allowed)
        if not path.is_file() and not any(word in use.arguments for word in ("COPY", "FOLDER")):
            allowed = {2, 5}
        if status < 0 or status > 128:
            return f"ended by signal {-status}: {words[-300:]}"
        if any(trap in words for trap in TRAPS):
            return f"a trap: {words[-300:]}"
        if status not in allowed:
            return f"exit status {status}, not one of {sorted(allowed)}: {words.strip()[-300:]}"
        if status not in (0, 1) and not words.strip():
            return f"exit status {status} without a word"
        if status == 2 and not any(place in words for place in (path.name, folder, *PLACES)):
            return f"exit status 2, and the words do not say where: {words.strip()[-300:]}"
        if b"\x1b" in done.stderr:
            return "an escape sequence of the input reached the terminal"
        if copy and copy.is_file() and digest(copy) != digest(path):
            return "the file was changed"
    return None


def digest(path):
    return hashlib.sha256(path.read_bytes()).digest()


def good_files(binary, folder):
    """One registration and one sign-in that are in order, and the report of the first."""
    user = {"id": "dXNlcg", "name": "ada", "displayName": "Ada"}
    create = {
        "rp": {"id": RP_ID, "name": "Example"},
        "user": user,
        "challenge": "Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2U",
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    }
    get = {"challenge": create["challenge"], "rpId": RP_ID}
    good = {name: str(folder / name) for name in
            ["create.options", "create.response", "get.options", "get.response", "report", "metadata.root.pem",
             "passkey", "store", "copy"]}  # fmt: skip
    Path(good["create.options"]).write_text(json.dumps(create))
    Path(good["get.options"]).write_text(json.dumps(get))
    store = ["--store", good["store"]]

    def keep(name, *arguments):
        Path(good[name]).write_bytes(subprocess.run([binary, *arguments], check=True, stdout=subprocess.PIPE).stdout)

    keep("create.response", "create", "--origin", ORIGIN, "--options", good["create.options"], *store)
    keep("get.response", "get", "--origin", ORIGIN, "--options", good["get.options"], *store)
    keep("passkey", "credentials", "export", "--format", "cdp", *store)
    subprocess.run([binary, "profiles", "show", "security-key", "--metadata", str(folder / "metadata"), *store, "--authenticator", "key"],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    keep("report", "verify", "registration", "--origin", ORIGIN, "--options", good["create.options"],
         "--response", good["create.response"], "--format", "json")  # fmt: skip
    return good


def made_here(folder):
    """What is too large to keep, or no file at all."""
    folder = folder / "made"
    folder.mkdir()
    (folder / "two-megabytes.json").write_text('{"challenge":"' + "A" * (2 << 20) + '"}')
    (folder / "a-folder.json").mkdir()
    (folder / "two-megabytes.bin").write_bytes(os.urandom(2 << 20))
    return [*sorted(folder.iterdir()), folder / "not-there.json"]


def main(binary, folder):
    binary = str(Path(binary).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        good = good_files(binary, scratch)
        files = sorted(path for path in Path(folder).resolve().glob("*/*") if path.is_file())
        files += made_here(scratch)
        jobs = [(use, path) for use in uses(good) for path in files]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(lambda job: run(binary, *job, scratch), jobs))
    failed = 0
    for (use, path), verdict in zip(jobs, verdicts):
        if verdict:
            failed += 1
            print(f"FAILED {use.name} < {path.parent.name}/{path.name}: {verdict}")
    print(f"hostile inputs: {len(files)} files, {len(uses(good))} uses")
    print(f"hostile: {len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
