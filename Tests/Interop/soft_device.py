"""soft-webauthn as a process: one JSON line in, one JSON line out, in the shapes of WebAuthn Level 3.

soft-webauthn speaks Python bytes; this turns the options' base64url into bytes and its answers' bytes into
base64url, and changes nothing else. One device holds one credential.

    {"call": "create" | "get", "origin": "https://…", "options": {…}}
"""

import json
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode

from soft_webauthn import SoftWebauthnDevice


def to_bytes(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_text(value):
    return urlsafe_b64encode(value).decode("ascii").rstrip("=")


def serve():
    device = SoftWebauthnDevice()
    for line in sys.stdin:
        request = json.loads(line)
        options = request["options"]
        options["challenge"] = to_bytes(options["challenge"])
        if request["call"] == "create":
            options["user"]["id"] = to_bytes(options["user"]["id"])
            answer = device.create({"publicKey": options}, request["origin"])
        else:
            answer = device.get({"publicKey": options}, request["origin"])
        print(
            json.dumps(
                {
                    "id": to_text(answer["rawId"]),
                    "rawId": to_text(answer["rawId"]),
                    "type": answer["type"],
                    "clientExtensionResults": {},
                    "response": {name: to_text(value) for name, value in answer["response"].items()},
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    serve()
