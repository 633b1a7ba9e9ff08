internal import Authenticator
internal import JSON

extension TPMTemplate {
    /// Reads what a TPM's certificate says: instead of a subject, the attributes of its alternative name.
    init?(reading element: JSONElement, with reader: inout ProfileReader) {
        let members = ["issuer", "validity", "aaguidExtension", "manufacturer", "model", "version"]
        guard let object = reader.object(element, members: members) else { return nil }
        let issuer = reader.required("issuer", in: object, "a distinguished name").flatMap { reader.name($0) }
        let validity = reader.required("validity", in: object, "an object").flatMap { reader.validity($0) }
        let namesAAGUID = reader.required("aaguidExtension", in: object, "true or false")
            .flatMap { reader.bool($0) }
        let manufacturer = reader.required("manufacturer", in: object, Self.remedy).flatMap { element in
            let text = reader.text(element)
            if let text, !Self.isVendor(text) {
                reader.complain(element, "not a TPM vendor's number", Self.remedy)
            }
            return text
        }
        let model = reader.required("model", in: object, "a text").flatMap { reader.text($0) }
        let version = reader.required("version", in: object, "a text").flatMap { reader.text($0) }
        guard let issuer, let validity, let namesAAGUID, let manufacturer, let model, let version else {
            return nil
        }
        self.init(
            issuer: issuer, notBefore: validity.lowerBound, notAfter: validity.upperBound,
            namesAAGUID: namesAAGUID, manufacturer: manufacturer, model: model, version: version)
    }

    private static let remedy = "id: and eight hexadecimal digits, such as id:494E5443"

    private static func isVendor(_ text: String) -> Bool {
        text.hasPrefix("id:") && text.utf8.count == 11 && text.dropFirst(3).allSatisfy(\.isHexDigit)
    }
}
