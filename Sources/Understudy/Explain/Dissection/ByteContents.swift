extension Dissection {
    /// Cuts the content of a byte string that has a structure of its own, all of it.
    mutating func content(_ kind: ByteContent, _ range: Range<Int>) {
        switch kind {
        case .authenticatorData: authenticatorData(range)
        case .coseKey: coseKey(range)
        case .certificate: certificate(range)
        case .signature(let algorithm): signature(range, by: algorithm)
        case .tpmPublicArea: tpmPublicArea(range)
        case .tpmAttestation: tpmAttestation(range)
        case .webSignature: webSignature(range)
        }
        leftover(upTo: range.upperBound)
    }
}
