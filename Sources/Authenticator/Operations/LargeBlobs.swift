public import CTAP
internal import Synchronization

/// A large-blob array that is being written, a fragment at a time (CTAP 2.2 §6.10.2).
struct PendingLargeBlobs: Sendable {
    var bytes: [UInt8] = []
    let expectedLength: Int
}

extension VirtualAuthenticator {
    /// What the array may come to where the model does not say.
    private static let defaultCapacity = 1024
    /// The shortest array: an empty one and its hash.
    private static let leastLength = 17

    /// authenticatorLargeBlobs (CTAP 2.2 §6.10.2): the array as bytes; what is in it is the platforms' business.
    public func largeBlobs(_ request: LargeBlobsRequest) async throws(DeviceFailure) -> LargeBlobsResponse {
        try beginCommand()
        guard newDeviceInfo.option("largeBlobs") else {
            throw DeviceFailure(.invalidCommand, .option("this model has no large blobs"))
        }
        switch (request.get, request.set) {
        case (let count?, nil): return LargeBlobsResponse(config: try readLargeBlobs(count, request))
        case (nil, let fragment?):
            try writeLargeBlobs(fragment, request)
            return LargeBlobsResponse()
        default:
            throw DeviceFailure(.invalidParameter, .option("largeBlobs needs either get or set"))
        }
    }

    private var longestFragment: Int { (profile.claims.maxMsgSize ?? 1024) - 64 }

    /// The array as it is kept; a new device has an empty one.
    func keptLargeBlobs() throws(DeviceFailure) -> [UInt8] {
        try storing { () throws(StoreError) in try environment.store.largeBlobs() }
            ?? LargeBlobArray().serialized
    }

    private func readLargeBlobs(
        _ count: Int, _ request: LargeBlobsRequest
    ) throws(DeviceFailure) -> [UInt8] {
        guard request.length == nil, request.authorization == nil else {
            throw DeviceFailure(.invalidParameter, .option("get goes with an offset alone"))
        }
        guard count <= longestFragment else {
            throw DeviceFailure(
                .invalidLength, .option("at most \(longestFragment) bytes can be read at once"))
        }
        let kept = try keptLargeBlobs()
        guard request.offset <= kept.count else {
            throw DeviceFailure(.invalidParameter, .option("the offset lies beyond the array"))
        }
        return Array(kept.dropFirst(request.offset).prefix(count))
    }

    private func writeLargeBlobs(
        _ fragment: [UInt8], _ request: LargeBlobsRequest
    ) throws(DeviceFailure) {
        guard fragment.count <= longestFragment else {
            throw DeviceFailure(
                .invalidLength, .option("at most \(longestFragment) bytes can be written at once"))
        }
        var pending = try pendingLargeBlobs(request)
        if let version = try protocolOf(request.authorization), let authorization = request.authorization {
            try authorize(
                authorization, version,
                over: LargeBlobsRequest.signedBytes(offset: request.offset, fragment: fragment),
                permission: .largeBlobWrite, rpID: nil)
        } else if try isProtected() {
            throw DeviceFailure(
                .puatRequired, .authorization("large blobs are written with a PIN/UV auth token"))
        }
        guard pending.bytes.count + fragment.count <= pending.expectedLength else {
            throw DeviceFailure(.invalidParameter, .option("the fragment goes beyond the length announced"))
        }
        pending.bytes += fragment
        let isComplete = pending.bytes.count == pending.expectedLength
        session.withLock { [pending] in $0.pendingLargeBlobs = isComplete ? nil : pending }
        guard isComplete else { return }
        guard LargeBlobArray.isWhole(pending.bytes) else {
            throw DeviceFailure(.integrityFailure, .option("the array's hash does not fit"))
        }
        try storing { [pending] () throws(StoreError) in
            try environment.store.setLargeBlobs(pending.bytes)
        }
    }

    /// What came before; the first fragment says how much there will be.
    private func pendingLargeBlobs(_ request: LargeBlobsRequest) throws(DeviceFailure) -> PendingLargeBlobs {
        guard request.offset == 0 else {
            guard request.length == nil else {
                throw DeviceFailure(.invalidParameter, .option("only the first fragment tells the length"))
            }
            guard let pending = session.withLock({ $0.pendingLargeBlobs }),
                pending.bytes.count == request.offset
            else { throw DeviceFailure(.invalidSequence, .option("no fragment is expected there")) }
            return pending
        }
        guard let length = request.length else {
            throw DeviceFailure(.invalidParameter, .option("the first fragment must tell the length"))
        }
        let capacity = profile.claims.maxSerializedLargeBlobArray ?? Self.defaultCapacity
        guard length <= capacity else {
            throw DeviceFailure(
                .largeBlobStorageFull, .option("\(length) bytes do not fit into \(capacity)"))
        }
        guard length >= Self.leastLength else {
            throw DeviceFailure(.invalidParameter, .option("no array has only \(length) bytes"))
        }
        return PendingLargeBlobs(expectedLength: length)
    }
}
