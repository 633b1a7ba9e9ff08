import JSON
import WebAuthnModel

/// The client data of a good ceremony, with one thing changed.
struct ClientDataRecipe {
    static let origin = "https://example.org"

    var value: JSONValue
    /// Changes the finished bytes.
    var edit: (inout [UInt8]) -> Void = { _ in }

    init(_ type: ClientDataType, challenge: [UInt8]) {
        let bytes = CollectedClientData(
            type: type.rawValue, challenge: challenge, origin: Self.origin, crossOrigin: false
        ).serialized
        value = (try? JSONValue(parsing: bytes)) ?? .null
    }

    var bytes: [UInt8] {
        var bytes = value.serialised()
        edit(&bytes)
        return bytes
    }
}
