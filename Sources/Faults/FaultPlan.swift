public import Authenticator
internal import CTAP
internal import Cryptography
internal import JSON
internal import Synchronization
public import WebAuthnClient
internal import WebAuthnModel

/// Some faults, ready to be planted: makes decorators for the seams of one device and its client.
public struct FaultPlan: Sendable {
    /// The faults, in the order they were given, which is the order of their edits.
    public let faults: [PlannedFault]
    let log: PlantingLog
    private let edits: [Planted<FaultEdit>]

    /// Takes the faults.
    ///
    /// - Parameter planted: is told each fault when it first takes effect in a ceremony.
    public init(_ faults: [PlannedFault], planted: (@Sendable (PlannedFault) -> Void)? = nil) {
        self.faults = faults
        edits = faults.flatMap { planned in planned.edits.map { Planted(id: planned.fault.id, edit: $0) } }
        log = PlantingLog { id in
            if let planned = faults.first(where: { $0.fault.id == id }) { planted?(planned) }
        }
    }

    /// Begins a ceremony.
    ///
    /// - Throws: ``FaultError/notApplicable(_:because:)`` for the first fault that makes no sense in it,
    ///   ``FaultError/twice(_:)``.
    public func begin(_ situation: FaultSituation) throws(FaultError) {
        var seen: Set<FaultID> = []
        for planned in faults {
            guard seen.insert(planned.fault.id).inserted else { throw .twice(planned.fault.id) }
            if let objection = planned.fault.objection(to: situation) {
                throw .notApplicable(planned.fault.id, because: objection)
            }
        }
        log.begin()
    }

    /// Ends a ceremony that brought a response.
    ///
    /// - Throws: ``FaultError/withoutEffect(_:)`` for the first fault that changed nothing.
    public func end() throws(FaultError) {
        for planned in faults where !log.has(planned.fault.id) { throw .withoutEffect(planned.fault.id) }
    }

    private func take<Edit>(_ select: (FaultEdit) -> Edit?) -> [Planted<Edit>] {
        edits.compactMap { planted in select(planted.edit).map { Planted(id: planted.id, edit: $0) } }
    }

    /// The makers with the faults in them.
    public func decorate(_ makers: Makers) -> Makers {
        var makers = makers
        let parts = take { if case .authenticatorData(let edit) = $0 { edit } else { nil } }
        let bytes = take { if case .authenticatorDataBytes(let edit) = $0 { edit } else { nil } }
        if !parts.isEmpty || !bytes.isEmpty {
            makers.authenticatorData = EditedAuthenticatorData(
                base: makers.authenticatorData, parts: parts, bytes: bytes, log: log)
        }
        for planted in take({ if case .keyPair(let maker) = $0 { maker } else { nil } }) {
            makers.keyMaker = EditedKeyMaker(maker: planted.edit, id: planted.id, log: log)
        }
        let keys = take { if case .credentialKey(let edit) = $0 { edit } else { nil } }
        if !keys.isEmpty {
            makers.keyEncoder = EditedKeyEncoder(base: makers.keyEncoder, edits: keys, log: log)
        }
        let inputs = take { if case .signing(let edit) = $0 { edit } else { nil } }
        let signatures = take { if case .signature(let edit) = $0 { edit } else { nil } }
        if !inputs.isEmpty || !signatures.isEmpty {
            makers.signer = EditedSigner(
                base: makers.signer, inputs: inputs, signatures: signatures, log: log)
        }
        makers.attester = EditedAttester(
            base: makers.attester,
            subjects: take { if case .subject(let edit) = $0 { edit } else { nil } },
            attestations: take { if case .attestation(let edit) = $0 { edit } else { nil } }, log: log)
        let infos = take { if case .info(let edit) = $0 { edit } else { nil } }
        if !infos.isEmpty { makers.info = EditedInfo(base: makers.info, edits: infos, log: log) }
        return makers
    }

    /// The store with the faults in it.
    public func decorate(_ store: any CredentialStore) -> any CredentialStore {
        let saved = take { if case .savedCredentials(let edit) = $0 { edit } else { nil } }
        let counts = take { if case .signCount(let edit) = $0 { edit } else { nil } }
        return saved.isEmpty && counts.isEmpty
            ? store : EditedStore(base: store, saved: saved, counts: counts, log: log)
    }

    /// The client with the faults in it.
    public func decorate(_ client: WebAuthnClient) -> WebAuthnClient {
        var client = client
        client.clientData = EditedClientData(
            base: client.clientData, parts: take { if case .clientData(let edit) = $0 { edit } else { nil } },
            bytes: take { if case .clientDataBytes(let edit) = $0 { edit } else { nil } }, log: log)
        client.envelope = EditedEnvelope(
            base: client.envelope, values: take { if case .response(let edit) = $0 { edit } else { nil } },
            bytes: take { if case .responseBytes(let edit) = $0 { edit } else { nil } }, log: log)
        let creations = take { if case .creationRequest(let edit) = $0 { edit } else { nil } }
        let assertions = take { if case .assertionRequest(let edit) = $0 { edit } else { nil } }
        if !creations.isEmpty || !assertions.isEmpty {
            client.device = EditedDevice(
                base: client.device, creations: creations, assertions: assertions, log: log)
        }
        return client
    }
}

/// Something that belongs to a fault.
struct Planted<Edit: Sendable>: Sendable {
    let id: FaultID
    let edit: Edit
}

/// Which faults took effect in the ceremony that runs.
final class PlantingLog: Sendable {
    private let taken = Mutex<Set<FaultID>>([])
    private let tell: @Sendable (FaultID) -> Void

    init(_ tell: @escaping @Sendable (FaultID) -> Void) { self.tell = tell }

    func begin() { taken.withLock { $0 = [] } }

    func has(_ id: FaultID) -> Bool { taken.withLock { $0.contains(id) } }

    func note(_ id: FaultID) {
        if taken.withLock({ $0.insert(id).inserted }) { tell(id) }
    }

    /// Makes the changes, in order, and notes those that changed something.
    func apply<Value: Equatable>(
        _ edits: [Planted<@Sendable (inout Value) -> Void>], to value: inout Value
    ) {
        for planted in edits {
            let before = value
            planted.edit(&value)
            if value != before { note(planted.id) }
        }
    }
}
