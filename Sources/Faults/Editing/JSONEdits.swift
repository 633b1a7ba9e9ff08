internal import Authenticator
internal import Bytes
internal import CBOR
internal import JSON
internal import WebAuthnModel

/// Edits of JSON, and of what stands in it as base64url.
extension FaultEdit {
    /// Changes client data as JSON; its bytes are written again only when something changed.
    static func clientDataJSON(_ edit: @escaping @Sendable (inout JSONValue) -> Void) -> FaultEdit {
        .clientDataBytes { bytes in
            guard let before = try? JSONValue(parsing: bytes) else { return }
            var value = before
            edit(&value)
            if value != before { bytes = value.serialised() }
        }
    }

    /// Changes one member of client data; nil takes it away.
    static func clientDataMember(_ name: String, _ value: JSONValue?) -> FaultEdit {
        .clientDataJSON { $0[name] = value }
    }

    /// Changes a member of `response` in the envelope; nil takes it away.
    static func responseMember(_ name: String, _ value: JSONValue?) -> FaultEdit {
        .response { $0["response"]?[name] = value }
    }

    /// Changes the bytes that stand as base64url in a member of `response`.
    static func responseBytes(
        in name: String, _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> FaultEdit {
        .response { $0.editBytes(of: name, edit) }
    }

    /// Changes the attestation object, which is then written canonically.
    static func attestationObject(_ edit: @escaping @Sendable (inout CBORValue) -> Void) -> FaultEdit {
        .responseBytes(in: "attestationObject") { bytes in
            guard var value = try? CBORDecoder.decodeLeniently(bytes).value else { return }
            edit(&value)
            bytes = CBOREncoder.encode(value)
        }
    }

    /// Changes a member of the attestation object; nil takes it away.
    static func attestationMember(_ name: String, _ value: CBORValue?) -> FaultEdit {
        .attestationObject { $0.set(.text(name), value) }
    }
}

extension FaultEdit {
    /// Changes the authenticator data of a registration in a way that no client lets pass: what is attested and what
    /// is posted, but not what the client reads in between.
    static func beyondTheClient(_ edit: @escaping @Sendable (inout [UInt8]) -> Void) -> [FaultEdit] {
        [
            .subject { edit(&$0.authenticatorData) },
            .response { response in
                response.editBytes(of: "attestationObject") { bytes in
                    guard var object = try? AttestationObject.decode(bytes).object else { return }
                    edit(&object.authenticatorData)
                    bytes = object.encoded
                }
                response.editBytes(of: "authenticatorData", edit)
            },
        ]
    }
}

extension JSONValue {
    /// Changes the bytes that stand as base64url in a member of `response`; nothing where there are none.
    mutating func editBytes(of name: String, _ edit: (inout [UInt8]) -> Void) {
        guard let text = self["response"]?[name]?.stringValue,
            var bytes = try? Base64URL.decode(Array(text.utf8))
        else { return }
        edit(&bytes)
        self["response"]?[name] = .string(Base64URL.encode(bytes))
    }
}
