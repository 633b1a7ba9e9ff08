extension Dissection {
    /// Explains bytes that were decoded out of these; false when there are enough sections already.
    @discardableResult
    mutating func section(
        _ content: [UInt8], as kind: Explanation.Kind, in notation: Explanation.Notation, member: String
    ) -> Bool {
        guard sections.count < Self.maximumSections, let inner = context.nested else {
            remark("\(member) is not explained: there are too many sections")
            return false
        }
        var section = Dissection.explain(content, as: kind, inner)
        section.notation = notation
        section.member = member
        // That a credential ID has no structure is no news.
        if kind == .bytes { section.title = "bytes" }
        sections.append(section)
        return true
    }

    /// Explains bytes as what they are said to be.
    static func explain(
        _ bytes: [UInt8], as kind: Explanation.Kind, _ context: ExplainContext
    ) -> Explanation {
        var dissection = Dissection(bytes, context)
        let all = bytes.indices.lowerBound..<bytes.count
        switch kind {
        case .attestationObject: dissection.attestationObject(all)
        case .authenticatorData: dissection.authenticatorData(all)
        case .coseKey: dissection.coseKey(all)
        case .certificate: dissection.certificate(all)
        case .subjectPublicKeyInfo: dissection.subjectPublicKeyInfo(all)
        case .rsaPublicKey: dissection.wholeDER(all, "RSAPublicKey", .rsaPublicKey)
        case .ecdsaSignature: dissection.ecdsaSignature(all)
        case .ctapRequest: dissection.ctapRequest(all)
        case .ctapResponse: dissection.ctapResponse(all)
        case .webSignature, .metadataBLOB: dissection.webSignature(all)
        case .cbor: dissection.wholeCBOR(all, "item")
        case .der: dissection.wholeDER(all, "element")
        case .aaguid, .text, .pemBundle, .bytes: dissection.opaque(kind)
        case .registrationResponse, .authenticationResponse, .creationOptions, .requestOptions, .clientData,
            .verificationReport, .credentialRecord, .rejection, .metadataPayload, .json:
            dissection.jsonDocument(kind)
        }
        return dissection.finish(kind, Titles.title(of: bytes, as: kind))
    }
}
