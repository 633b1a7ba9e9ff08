internal import WebAuthnModel

/// Every fault there is.
public enum FaultCatalog {
    /// All of them, in the order of a ceremony's parts.
    public static let all: [Fault] =
        Fault.envelopeFaults + Fault.envelopeEncodingFaults + Fault.clientDataFaults + Fault.originFaults
        + Fault.attestationObjectFaults + Fault.authenticatorDataFaults + Fault.flagFaults
        + Fault.credentialFaults + Fault.extensionFaults + Fault.keyFaults + Fault.keyValueFaults
        + Fault.signatureFaults + Fault.packedFaults + Fault.packedCertificateFaults + Fault.tpmFaults
        + Fault.tpmCertificateFaults + Fault.androidKeyFaults + Fault.appleFaults + Fault.u2fFaults
        + Fault.safetyNetFaults + Fault.compoundFaults + Fault.chainFaults + Fault.counterFaults
        + Fault.accountFaults + Fault.storeFaults

    private static let byName = Dictionary(all.map { ("\($0.id)", $0) }) { first, _ in first }

    /// The fault of that name.
    public static func fault(named name: String) -> Fault? { byName[name] }

    /// The names that look like another, the likeliest first, at most eight.
    public static func names(near text: String) -> [String] {
        guard !text.isEmpty, text.utf8.count <= 100 else { return [] }
        let wanted = Array(text.lowercased().utf8)
        let scored = all.map { fault -> (name: String, distance: Int) in
            let name = "\(fault.id)"
            let bytes = Array(name.lowercased().utf8)
            // A rule's name, or a part of one, stands for all that break it.
            if bytes.starts(with: wanted) { return (name, 0) }
            if fault.id.variant.lowercased().utf8.elementsEqual(wanted) { return (name, 1) }
            return (name, distance(wanted, bytes))
        }
        let bound = max(2, wanted.count / 4)
        return scored.filter { $0.distance <= bound }.sorted { $0.distance < $1.distance }.prefix(8)
            .map(\.name)
    }

    /// How many letters must be put in, taken out or replaced (Levenshtein).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let replaced = previous + (byte == other ? 0 : 1)
                previous = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, previous + 1)
            }
        }
        return row[b.count]
    }
}
