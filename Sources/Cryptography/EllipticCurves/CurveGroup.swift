import COpenSSL

/// An owned EC_GROUP.
struct CurveGroup: ~Copyable {
    let pointer: OpaquePointer

    init(identifier: Int32) throws(CryptographyError) {
        guard let pointer = EC_GROUP_new_by_curve_name(identifier) else {
            throw ErrorQueue.failure("EC_GROUP_new_by_curve_name")
        }
        self.pointer = pointer
    }

    deinit { EC_GROUP_free(pointer) }
}

/// A curve made ready, once for the whole process: building a group costs as much as a signature.
///
/// `@unchecked Sendable` because nothing writes to the group after `init`.
final class Curve: @unchecked Sendable {
    let name: EllipticCurve
    let group: CurveGroup
    /// The field's prime and the group's order, `coordinateLength` bytes each.
    let prime: [UInt8]
    let order: [UInt8]
    let orderBits: Int

    private init(_ name: EllipticCurve) throws(CryptographyError) {
        let identifier =
            switch name {
            case .p256: NID_X9_62_prime256v1
            case .p384: NID_secp384r1
            case .p521: NID_secp521r1
            case .secp256k1: NID_secp256k1
            }
        ErrorQueue.mark()
        defer { ErrorQueue.restore() }
        self.name = name
        group = try CurveGroup(identifier: identifier)
        guard let prime = EC_GROUP_get0_field(group.pointer),
            let order = EC_GROUP_get0_order(group.pointer)
        else { throw ErrorQueue.failure("EC_GROUP_get0_order") }
        self.prime = BigNumber.bytes(of: prime, count: name.coordinateLength)
        self.order = BigNumber.bytes(of: order, count: name.coordinateLength)
        orderBits = Int(BN_num_bits(order))
    }

    /// The curve of this name.
    ///
    /// - Throws: ``CryptographyError/library(function:reason:)`` when this OpenSSL was built without it.
    static func named(_ name: EllipticCurve) throws(CryptographyError) -> Curve {
        switch name {
        case .p256: try p256.get()
        case .p384: try p384.get()
        case .p521: try p521.get()
        case .secp256k1: try secp256k1.get()
        }
    }

    private typealias Prepared = Result<Curve, CryptographyError>
    private static let p256 = prepare(.p256)
    private static let p384 = prepare(.p384)
    private static let p521 = prepare(.p521)
    private static let secp256k1 = prepare(.secp256k1)

    private static func prepare(_ name: EllipticCurve) -> Prepared {
        do { return .success(try Curve(name)) } catch { return .failure(error) }
    }

    /// Whether the scalar has the right length and lies in 1..<n.
    func isPrivateScalar(_ scalar: [UInt8]) -> Bool {
        scalar.count == order.count && isBelow(scalar, order) && !isZero(scalar)
    }
}
