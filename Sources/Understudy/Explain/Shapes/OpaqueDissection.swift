internal import WebAuthnModel

extension Dissection {
    /// One row for bytes that are not taken apart.
    mutating func opaque(_ kind: Explanation.Kind) {
        let name =
            switch kind {
            case .aaguid: "aaguid"
            case .text: "text"
            default: "bytes"
            }
        leaf(upTo: bytes.count, name, opaqueMeaning(kind))
    }

    private func opaqueMeaning(_ kind: Explanation.Kind) -> String {
        if kind == .aaguid, let aaguid = AAGUID(bytes) { return context.meaning(of: aaguid) }
        if let rpID = context.rpID(of: bytes) { return "the SHA-256 of \(quoted(rpID))" }
        if kind == .bytes, bytes.count <= 64, !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        {
            return quoted(String(decoding: bytes, as: UTF8.self))
        }
        return byteCount(bytes.count)
    }
}
