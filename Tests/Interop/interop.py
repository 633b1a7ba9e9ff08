"""Every profile × every algorithm a server knows × user verification × attestation: the server makes options,
Understudy answers, the server accepts. And the other way round: soft-webauthn answers, `understudy verify` accepts.

    interop.py UNDERSTUDY PYTHON_OF_SOFT_WEBAUTHN
"""

import base64
import copy
import json
import sys
import tempfile
from itertools import product as every
from pathlib import Path

import trust
from peers_alone import SoftDevice, ceremony
from product import Broken, Refused, Understudy, must, must_refuse
from servers import NAMES, ORIGIN, RP_ID, SERVERS

VERIFICATIONS = ["discouraged", "required"]
ATTESTATIONS = ["none", "direct"]
passed = 0
failures = []


def check(name, action):
    """Runs one case; returns the word for the table."""
    global passed
    try:
        word = action()
    except Exception as error:  # whatever a server raises is its verdict
        failures.append(f"{name}: {type(error).__name__}: {error}")
        return "FAILED"
    passed += 1
    return word


def spoiled(response):
    """The same answer with one bit of its signature turned."""
    response = copy.deepcopy(response)
    text = response["response"]["signature"]
    raw = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    raw[-1] ^= 1
    response["response"]["signature"] = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    return response


def with_server(server, understudy, profile, algorithm, verification, attestation):
    """One registration and two sign-ins, then a spoiled one, which shows that the server does look."""
    options = server.create_options(algorithm, verification, attestation)
    if attestation == "direct":
        server.trust(profile.format, understudy.trust(profile.name, Path(f"{understudy.store}.trust")))
    try:
        response = understudy.create(options, ORIGIN, "--profile", profile.name)
    except Refused as error:
        if algorithm not in profile.algorithms and error.name == "NotSupportedError":
            return "not offered"
        raise
    must(algorithm in profile.algorithms, "the profile does not offer this algorithm")
    if attestation == "direct" and profile.format in server.unknown_formats:
        must_refuse(lambda: server.check_create(response), f"a format {profile.format}, which it does not know,")
        return f"{profile.format}: not known"
    registered = server.check_create(response)
    must(registered.verified or verification != "required", "the user was not verified")
    must(registered.format == "none" or attestation == "direct", f"an attestation of format {registered.format}")
    for _ in range(2):
        options = server.get_options(registered, verification)
        response = understudy.get(options, ORIGIN)
        must_refuse(lambda: server.check_get(registered, spoiled(response)), "a spoiled signature")
        server.check_get(registered, response)
    return registered.format


def without_user_name(server, understudy, profile):
    """A discoverable credential, and a sign-in that names none."""
    algorithm = next(number for number in server.algorithms if number in profile.algorithms)
    options = server.create_options(algorithm, "required", "none", resident="required")
    if not profile.discoverable:
        must_refuse(lambda: understudy.create(options, ORIGIN, "--profile", profile.name), "a resident key")
        return "not offered"
    registered = server.check_create(understudy.create(options, ORIGIN, "--profile", profile.name))
    response = understudy.get(server.get_options(None, "required"), ORIGIN)
    must(response["response"].get("userHandle"), "no user handle")
    server.check_get(registered, response)
    return "accepted"


def verified_here(understudy, folder, server, device):
    """soft-webauthn's answers, judged by the server that asked and by `understudy verify`."""
    record = None
    for kind, options, response in ceremony(server, device):
        files = {"options": options, "response": response}
        for name, value in files.items():
            (folder / name).write_text(json.dumps(value))
        arguments = ["verify", kind, "--options", folder / "options", "--response", folder / "response"]
        arguments += ["--origin", ORIGIN, "--rp-id", RP_ID, "--format", "json"]
        if kind == "authentication":
            arguments += ["--credential", record]
            (folder / "response").write_text(json.dumps(spoiled(response)))
            report = understudy.json(*map(str, arguments), ok=(1,))
            must(report["verdict"] == "reject", "a spoiled signature was accepted")
            (folder / "response").write_text(json.dumps(response))
        report = understudy.run(*map(str, arguments)).stdout
        must(json.loads(report)["verdict"] == "accept", "the verdict is not accept")
        record = folder / f"{kind}.report"
        record.write_bytes(report)
    return "accepted"


class Profile:
    def __init__(self, name, understudy):
        self.name = name
        shown = understudy.json("profiles", "show", name)
        self.algorithms = shown["algorithms"]
        self.discoverable = shown["getInfo"]["options"]["rk"]
        self.format = shown["attestation"]


def profiles(understudy):
    return [Profile(entry["name"], understudy) for entry in understudy.json("profiles", "list")]


def main(binary, soft_python):
    columns = list(every(VERIFICATIONS, ATTESTATIONS))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        found = profiles(Understudy(binary))
        must(found, "no profiles")
        heads = [f"{attestation}, UV {verification}" for verification, attestation in columns]
        print(f"{'server':13}{'profile':24}{'algorithm':11}" + "".join(f"{head:25}" for head in heads))
        serial = 0
        for make, profile in every(SERVERS, found):
            for algorithm in make.algorithms:
                words = []
                # What a model does not offer, it need not refuse in every column.
                wanted = columns if algorithm in profile.algorithms else columns[:1]
                for verification, attestation in wanted:
                    # A store each, so that no model runs out of room and no case leans on another.
                    serial += 1
                    device = Understudy(binary, str(scratch / f"{serial}.sqlite"))
                    case = f"{make.name}, {profile.name}, {NAMES[algorithm]}, UV {verification}, {attestation}"
                    words.append(
                        check(
                            case,
                            lambda: with_server(make(), device, profile, algorithm, verification, attestation),
                        )
                    )
                print(
                    f"{make.name:13}{profile.name:24}{NAMES[algorithm]:11}" + "".join(f"{word:25}" for word in words),
                    flush=True,
                )
            device = Understudy(binary, str(scratch / f"{make.name}-{profile.name}.sqlite"))
            case = f"{make.name}, {profile.name}, without a user name"
            print(f"{case}: {check(case, lambda: without_user_name(make(), device, profile))}", flush=True)
        for make in SERVERS:
            with SoftDevice(soft_python) as device:
                case = f"soft-webauthn, options of {make.name}, understudy verify"
                word = check(case, lambda: verified_here(Understudy(binary), scratch, make(), device))
                print(f"{case}: {word}", flush=True)
        trust.run(binary, scratch, check)
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
