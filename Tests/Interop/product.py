"""Understudy as the shell sees it: one process a verb, JSON in and out."""

import json
import subprocess


class Refused(Exception):
    """The promise was rejected (exit status 3): the DOMException's name, and the cause that no page is told."""

    def __init__(self, error):
        super().__init__(f"{error.get('name')}: {error.get('message')} ({error.get('cause')})")
        self.name = error.get("name")


class Broken(Exception):
    """Any other way of not succeeding."""


def must(condition, text):
    if not condition:
        raise Broken(text)


def must_refuse(action, what):
    try:
        action()
    except Exception:
        return
    raise Broken(f"{what} was accepted")


class Understudy:
    def __init__(self, binary, store=":memory:"):
        self.binary = binary
        self.store = store

    def run(self, *arguments, feed=None, ok=(0,)):
        done = subprocess.run(
            [self.binary, *arguments],
            input=feed if feed is None or isinstance(feed, bytes) else json.dumps(feed).encode(),
            stdin=subprocess.DEVNULL if feed is None else None,
            capture_output=True,
            timeout=60,
        )
        if done.returncode == 3:
            raise Refused(json.loads(done.stdout)["error"])
        if done.returncode not in ok:
            words = done.stderr.decode(errors="replace").strip().splitlines()
            raise Broken(f"{' '.join(arguments)}: exit status {done.returncode}: {words[-1:] or ''}")
        return done

    def json(self, *arguments, **keywords):
        return json.loads(self.run(*arguments, **keywords).stdout)

    def create(self, options, origin, *more):
        return self.json(
            "create", "--origin", origin, "--options", "-", "--store", self.store, *more, feed=options
        )

    def get(self, options, origin, *more):
        return self.json("get", "--origin", origin, "--options", "-", "--store", self.store, *more, feed=options)

    def trust(self, profile, folder):
        """What a server needs in order to trust the model, written into the folder: what `profiles show` says."""
        folder.mkdir(exist_ok=True)
        return self.json(
            "profiles", "show", profile, "--roots", str(folder / "roots"), "--metadata", str(folder / "blob.jwt"),
            "--store", self.store,
        )  # fmt: skip
