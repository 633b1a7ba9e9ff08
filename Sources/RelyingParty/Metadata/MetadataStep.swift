internal import Cryptography
internal import WebAuthnModel

/// What the metadata has to say of an attestation (§7.1 step 23).
struct MetadataStep {
    let metadata: AuthenticatorMetadata
    let aaguid: AAGUID?
    let now: Int64
    let object: ReadAttestationObject?

    /// Whether the BLOB is to be believed.
    var isBelieved: Bool { metadata.isVerified }

    /// The same for a statement within a compound one.
    func part(_ object: ReadAttestationObject) -> MetadataStep {
        MetadataStep(metadata: metadata, aaguid: aaguid, now: now, object: object)
    }

    /// Tells, once for a registration, whether the BLOB is to be believed.
    func judgeBLOB(_ findings: inout FindingList) {
        for fault in metadata.faults {
            findings.breach(
                fault.fault.code, fault.fault.variant, because: fault.because, expected: fault.expected,
                actual: fault.actual, at: fault.location, hint: fault.hint)
        }
        guard let payload = metadata.payload else {
            return findings.skip(.metadataStatus, because: "the metadata is not to be believed")
        }
        findings.pass(.metadataJWS)
        if let day = payload.nextUpdate, day.isOver(at: now) {
            findings.breach(
                .metadata, "expired",
                because: "BLOB \(payload.number) was to be followed by another on \(day)",
                actual: .text(day.description), hint: "A model may have been revoked since then.")
        }
        findings.passUnlessBroken(.metadata)
    }

    // MARK: Which model

    /// The entries of the model that attests: by its AAGUID, or where it has none by the keys of its certificates.
    func entries(of leaf: X509Certificate, _ rest: [[UInt8]]) -> [MetadataEntry] {
        let hasNoAAGUID = object?.format == FIDOU2FStatement.format || aaguid == .zero
        guard hasNoAAGUID else { return entriesOfClaim }
        let above = rest.prefix(CertificatePath.maximumLength).compactMap { try? X509Certificate(der: $0) }
        return metadata.entries(vouchingFor: [leaf] + above)
    }

    /// The entries of the AAGUID in the authenticator data, for which nothing vouches.
    var entriesOfClaim: [MetadataEntry] {
        aaguid.map { $0 == .zero ? [] : metadata.entries(of: $0) } ?? []
    }

    /// The certificates that vouch for a model.
    func roots(of entries: [MetadataEntry], _ findings: inout FindingList) -> [X509Certificate] {
        var roots: [X509Certificate] = []
        for der in entries.flatMap({ $0.statement?.attestationRoots ?? [] }) {
            do { roots.append(try X509Certificate(der: der)) } catch {
                findings.breach(
                    .metadata, "rootUnreadable",
                    because: "a certificate that the metadata lists for the model cannot be read: \(error)")
            }
        }
        return roots
    }

    /// That a model which attests is not listed.
    func tellUnknown(_ findings: inout FindingList) {
        guard let payload = metadata.payload else { return }
        findings.breach(
            .metadata, "aaguidUnknown",
            because: "BLOB \(payload.number) does not have the model",
            actual: aaguid.map { .text($0.description) })
        findings.notApplicable(.metadataStatus, because: "the metadata does not have the model")
    }

    // MARK: How it stands

    /// Tells what is held against the model, and gives what the report says of it; nil for one that is not listed.
    func judge(
        _ entries: [MetadataEntry], device: DeviceIdentity?, certificates: [[UInt8]],
        _ findings: inout FindingList
    ) -> Trust.Model? {
        guard let payload = metadata.payload, let first = entries.first else { return nil }
        var current: StatusReport?
        for entry in entries {
            let standing = ModelStanding(
                of: entry, at: now, firmware: device?.firmwareVersion, certificates: certificates)
            if let fault = standing.fault { tell(fault, &findings) }
            if current == nil || standing.fault != nil { current = standing.current }
        }
        findings.passUnlessBroken(.metadataStatus)
        return Trust.Model(
            metadataNumber: payload.number, aaguid: first.aaguid, description: first.statement?.description,
            status: current?.status)
    }

    private func tell(_ fault: ModelStanding.Fault, _ findings: inout FindingList) {
        let (variant, because, report): (String, String, StatusReport?) =
            switch fault {
            case .compromised(let report):
                ("compromised", "the metadata reports \(report.told) of the model", report)
            case .updateUnproved(let report, let update):
                (
                    "updateUnproved",
                    "the metadata reports \(report.told) of the model, and \(update.told): nothing says whether the "
                        + "device has the update", report
                )
            case .retired(let report): ("retired", "the metadata reports \(report.told) of the model", report)
            case .outdated(let firmware, let earliest):
                (
                    "outdated",
                    "the certificate names firmware \(firmware), and the metadata speaks of \(earliest) and later",
                    nil
                )
            }
        findings.breach(
            .metadataStatus, variant, because: because, actual: report.map { .text($0.status.rawValue) },
            hint: report?.url.map { "More about it at \($0)" })
    }
}

extension StatusReport {
    /// The word, and since when.
    fileprivate var told: String { effectiveDate.map { "\(status) since \($0)" } ?? "\(status)" }
}
