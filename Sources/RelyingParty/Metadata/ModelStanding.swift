/// How a model stands at a time, for the device that attests (FIDO Metadata Service 3.0 §3.1.3 and §3.1.4).
///
/// The latest report tells the current status. A weakness or a revocation is held against the model until a later
/// `UPDATE_AVAILABLE` mends it, and against a device until its certificate says that it has that update.
///
/// Deviation: a certification that follows a weakness does not mend it; only of an update that is said.
struct ModelStanding {
    /// What is held against the device, and how it is called.
    enum Fault: Hashable {
        /// The report is in force, and nothing mends it here.
        case compromised(StatusReport)
        /// There is an update, and nothing says whether the device has it.
        case updateUnproved(StatusReport, update: StatusReport)
        /// The model was taken out of service.
        case retired(StatusReport)
        /// The device's firmware is older than what the statement speaks of.
        case outdated(firmware: Int, earliest: Int)
    }

    /// The latest report in force; nil for none.
    let current: StatusReport?
    /// The worst that is held against the device; nil for nothing.
    let fault: Fault?

    /// - Parameters:
    ///   - firmware: what the attestation certificate says; nil where it is silent.
    ///   - certificates: the attesting certificate and those above it, DER; reports on a batch name one of them.
    init(of entry: MetadataEntry, at now: Int64, firmware: Int?, certificates: [[UInt8]]) {
        let reports = Self.inOrder(entry.statusReports, at: now)
        current = reports.last
        var held: StatusReport?
        var unproved: StatusReport?
        var retired: StatusReport?
        for report in reports {
            switch report.status.meaning {
            case .compromise:
                guard report.concerns(firmware: firmware, certificates) else { continue }
                (held, unproved) = (report, nil)
            case .update:
                switch report.reaches(firmware: firmware, entry.statement) {
                case true?: (held, unproved) = (nil, nil)
                case false?: continue
                case nil: unproved = report
                }
            case .retirement: retired = report
            case .certification, .unknown: continue
            }
        }
        if let held {
            fault = unproved.map { .updateUnproved(held, update: $0) } ?? .compromised(held)
        } else if let retired {
            fault = .retired(retired)
        } else if let firmware, let earliest = entry.statement?.authenticatorVersion, firmware < earliest {
            fault = .outdated(firmware: firmware, earliest: earliest)
        } else {
            fault = nil
        }
    }

    /// Those that are in force and understood, the latest last; an undated one stands with the one before it.
    private static func inOrder(_ reports: [StatusReport], at now: Int64) -> [StatusReport] {
        var dated: [(day: Int64, place: Int, report: StatusReport)] = []
        var day = Int64.min
        for (place, report) in reports.enumerated() where report.status.meaning != .unknown {
            day = report.effectiveDate?.unixSeconds ?? day
            if report.isInForce(at: now) { dated.append((day, place, report)) }
        }
        return dated.sorted { ($0.day, $0.place) < ($1.day, $1.place) }.map(\.report)
    }
}

extension StatusReport {
    fileprivate func isInForce(at now: Int64) -> Bool {
        guard effectiveDate?.hasBegun(at: now) ?? true else { return false }
        return status.meaning == .compromise || !(sunsetDate?.hasBegun(at: now) ?? false)
    }

    /// Whether a weakness is one of the device: of its batch, and of its firmware.
    fileprivate func concerns(firmware: Int?, _ certificates: [[UInt8]]) -> Bool {
        if !self.certificates.isEmpty, !self.certificates.contains(where: certificates.contains) {
            return false
        }
        guard status != .revoked, let firmware, let first = authenticatorVersion else { return true }
        return firmware >= first
    }

    /// Whether the device has the update; nil where that is not known.
    ///
    /// An update that mends something moves the statement's `authenticatorVersion` up to its own; one that does not
    /// mends nothing, and a relying party must not believe it.
    fileprivate func reaches(firmware: Int?, _ statement: MetadataStatement?) -> Bool? {
        let earliest = statement?.authenticatorVersion
        if let authenticatorVersion, let earliest, earliest < authenticatorVersion { return false }
        guard let firmware, let mended = authenticatorVersion ?? earliest else { return nil }
        return firmware >= mended
    }
}
