internal import JSON

extension JSONWriter {
    mutating func strings(_ name: String, _ texts: [String]) {
        beginArray(name)
        for text in texts { value(text) }
        endArray()
    }

    mutating func descriptors(_ name: String, _ descriptors: [PublicKeyCredentialDescriptor]) {
        guard !descriptors.isEmpty else { return }
        beginArray(name)
        for descriptor in descriptors {
            beginObject()
            member("type", descriptor.type)
            member("id", base64URL: descriptor.id)
            if !descriptor.transports.isEmpty {
                strings("transports", descriptor.transports.map(\.rawValue))
            }
            endObject()
        }
        endArray()
    }

    mutating func extensions(_ inputs: ExtensionInputs) {
        guard !inputs.understood.isEmpty else { return }
        beginObject("extensions")
        inputs.write(to: &self)
        endObject()
    }
}
