import Bytes
import Testing
import Understudy

/// `ID[=VALUE]`, and where a fault makes no sense.
@Suite struct PlannedFaultTests {
    struct Row: Sendable, CustomStringConvertible {
        let text: String
        /// What is read, as it would be written; nil for an error.
        var read: String?
        /// What the error says.
        var says = ""
        var description: String { text }
    }

    static let rows = [
        Row(text: "signature.oneBit", read: "signature.oneBit"),
        Row(text: "clientData.origin.other", read: "clientData.origin.other=https://evil.example"),
        Row(text: "clientData.origin.other=", read: "clientData.origin.other="),
        Row(text: "clientData.origin.other=a=b", read: "clientData.origin.other=a=b"),
        Row(text: "authData.counter.lower=3", read: "authData.counter.lower=3"),
        Row(text: "authData.counter.lower=0x10", read: "authData.counter.lower=16"),
        Row(text: "authData.flags.reservedBits=0x20", read: "authData.flags.reservedBits=32"),
        Row(
            text: "authData.aaguid.other=AAAAAAAAAAAAAAAAAAAAAA",
            read: "authData.aaguid.other=AAAAAAAAAAAAAAAAAAAAAA"),
        Row(text: "signature.oneBit=1", says: "takes no value"),
        Row(text: "authData.counter.lower=0", says: "a number from 1 to 1000000"),
        Row(text: "authData.counter.lower=three", says: "a number from 1"),
        Row(text: "authData.counter.lower=99999999999999999999", says: "a number from 1"),
        Row(text: "authData.flags.reservedBits=0x01", says: "of the bits 0x22"),
        Row(text: "authData.flags.reservedBits=0", says: "not zero"),
        Row(text: "authData.aaguid.other=AAAA", says: "16 bytes in base64url"),
        Row(text: "authData.aaguid.other=??", says: "16 bytes in base64url"),
        Row(text: "authData.credentialId.ofAnotherUser", says: "needs a value"),
        Row(text: "clientData.origin.trailingSlush", says: "near it are clientData.origin.trailingSlash"),
        Row(text: "", says: "there is no fault"),
        Row(text: "=", says: "there is no fault"),
    ]

    @Test(arguments: rows) func isReadOrSaysWhatWouldBeRight(row: Row) {
        do throws(FaultError) {
            let planned = try PlannedFault(parsing: row.text)
            #expect(planned.description == row.read)
        } catch {
            #expect(row.read == nil && error.description.contains(row.says), "\(error)")
        }
    }

    struct Misplaced: Sendable, CustomStringConvertible {
        let fault: String
        let model: String
        var ceremony = ClientDataType.create
        var attestation = AttestationConveyancePreference.direct
        let says: String
        var description: String { "\(fault) on \(model)" }
    }

    static let misplaced = [
        Misplaced(
            fault: "androidKey.challenge.other", model: "packed",
            says: "androidKey.challenge.other needs an attestation in the format android-key"),
        Misplaced(
            fault: "packed.sig.other", model: "packed", attestation: .none,
            says: "the options ask for no attestation"),
        Misplaced(
            fault: "packed.sig.other", model: "packed", ceremony: .get, says: "belongs to registrations"),
        Misplaced(fault: "signature.oneBit", model: "packed", says: "belongs to authentications"),
        Misplaced(
            fault: "authData.counter.equal", model: "none", ceremony: .get, says: "counts its signatures"),
        Misplaced(fault: "key.rsa.small", model: "packed", says: "needs an RSA key"),
        Misplaced(fault: "chain.order", model: "fido-u2f", says: "another format than fido-u2f"),
        Misplaced(fault: "authData.flags.BS.withoutBE", model: "none", says: "cannot be backed up"),
        Misplaced(fault: "key.alg.notOffered", model: "packed", says: "besides those that are offered"),
        // What only shows when it is planted.
        Misplaced(fault: "signature.rawRS", model: "self-ed25519", ceremony: .get, says: "changed nothing"),
        Misplaced(
            fault: "authData.counter.restoredBackup=9", model: "packed", ceremony: .get,
            says: "changed nothing"),
    ]

    @Test(arguments: misplaced) func aFaultOutOfPlaceIsAnErrorAndNoSilence(row: Misplaced) async throws {
        let model = try #require(Model.all.first { $0.profile.name == row.model })
        let planned = try PlannedFault(parsing: row.fault)
        let trial = Trial(model: model, fault: planned.fault)
        var options = trial.creation
        options.attestation = row.attestation
        do {
            if row.ceremony == .create {
                _ = try await trial.device([planned]).create(options, in: try trial.caller)
            } else {
                _ = try await trial.signIn([planned], try await trial.history())
            }
            Issue.record("nothing was said")
        } catch CeremonyFailure.fault(let error) {
            #expect(error.description.contains(row.says), "\(error)")
        }
    }

    @Test func aFaultGivenTwiceIsAnError() async throws {
        let planned = try PlannedFault(parsing: "clientData.origin.path")
        let trial = Trial(model: try #require(Model.all.first), fault: planned.fault)
        await #expect(throws: CeremonyFailure.fault(.twice(planned.fault.id))) {
            _ = try await trial.register([planned, planned])
        }
    }
}
