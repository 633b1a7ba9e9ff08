"""The peers without Understudy: soft-webauthn answers both servers. What fails here is not ours."""

import copy
import json
import subprocess
import sys
from pathlib import Path

from servers import ORIGIN, SERVERS


class SoftDevice:
    """soft-webauthn in its own environment."""

    def __init__(self, python):
        self.process = subprocess.Popen(
            [python, str(Path(__file__).with_name("soft_device.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)

    def call(self, name, options):
        # A server may wrap its options; the device is handed what is inside, and a copy, for it changes them.
        options = copy.deepcopy(options.get("publicKey", options))
        print(json.dumps({"call": name, "origin": ORIGIN, "options": options}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def ceremony(server, device):
    """One registration and two sign-ins; returns what each side said, for whoever wants to check it too."""
    options = server.create_options(-7, "discouraged", "none")
    response = device.call("create", options)
    registered = server.check_create(response)
    yield "registration", options, response
    for _ in range(2):
        options = server.get_options(registered, "discouraged")
        response = device.call("get", options)
        server.check_get(registered, response)
        yield "authentication", options, response


def main(python):
    for make in SERVERS:
        with SoftDevice(python) as device:
            for kind, _, _ in ceremony(make(), device):
                print(f"soft-webauthn, {make.name}: {kind} accepted")


if __name__ == "__main__":
    main(sys.argv[1])
