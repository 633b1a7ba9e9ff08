internal import CBOR
internal import CTAP

extension Dissection {
    /// Cuts a CTAP request: a command byte, and for most commands a map (CTAP 2.2 §8.1).
    mutating func ctapRequest(_ range: Range<Int>) {
        guard let byte = bytes[range].first else { return }
        let command = CTAPCommandName(byte)
        leaf(1, "command", command.map { "0x\(hexByte(byte)): \($0.name)" } ?? "0x\(hexByte(byte)), unknown")
        parameters(range, "parameters", command?.request ?? .any)
    }

    /// Cuts a CTAP response: a status byte, and after success for most commands a map.
    mutating func ctapResponse(_ range: Range<Int>) {
        guard let byte = bytes[range].first else { return }
        leaf(1, "status", "0x\(hexByte(byte)): \(CTAPStatus(rawValue: byte))")
        parameters(range, "data", .ctapResponse)
    }

    private mutating func parameters(_ range: Range<Int>, _ name: String, _ shape: CBORShape) {
        guard range.count > 1 else { return }
        wholeCBOR(range.lowerBound + 1..<range.upperBound, name, shape, isStrict: true)
    }

    private func hexByte(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// A command of CTAP 2.2 by its byte; more than are implemented, because more can be met.
struct CTAPCommandName: Sendable {
    let name: String
    /// The parameters; nil for a command without any.
    let request: CBORShape?

    init?(_ byte: UInt8) {
        guard let command = Self.all[byte] else { return nil }
        self = command
    }

    private init(_ name: String, _ request: CBORShape?) { (self.name, self.request) = (name, request) }

    private static let all: [UInt8: CTAPCommandName] = [
        0x01: CTAPCommandName("authenticatorMakeCredential", .makeCredentialRequest),
        0x02: CTAPCommandName("authenticatorGetAssertion", .getAssertionRequest),
        0x04: CTAPCommandName("authenticatorGetInfo", nil),
        0x06: CTAPCommandName("authenticatorClientPIN", .clientPINRequest),
        0x07: CTAPCommandName("authenticatorReset", nil),
        0x08: CTAPCommandName("authenticatorGetNextAssertion", nil),
        0x09: CTAPCommandName("authenticatorBioEnrollment", .bioEnrollmentRequest),
        0x0A: CTAPCommandName("authenticatorCredentialManagement", .credentialManagementRequest),
        0x0B: CTAPCommandName("authenticatorSelection", nil),
        0x0C: CTAPCommandName("authenticatorLargeBlobs", .largeBlobsRequest),
        0x0D: CTAPCommandName("authenticatorConfig", .configRequest),
        0x40: CTAPCommandName("authenticatorBioEnrollment (preview)", .bioEnrollmentRequest),
        0x41: CTAPCommandName("authenticatorCredentialManagement (preview)", .credentialManagementRequest),
    ]
}
