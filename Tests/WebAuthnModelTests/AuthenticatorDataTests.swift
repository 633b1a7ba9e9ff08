import Bytes
import COSE
import Foundation
import TestSupport
import Testing
import WebAuthnModel

@Suite struct AuthenticatorDataTests {
    struct Corpus: Decodable {
        struct Case: Decodable, Sendable, CustomStringConvertible {
            let id: String
            let name: String
            let hex: String
            let verdict: String
            let reason: String
            var description: String { "\(id) \(name)" }
        }
        let cases: [Case]
    }

    static let corpus: [Corpus.Case] = {
        let url = Bundle.module.bundleURL.appending(path: "Data/authenticator-data.json")
        return (try? JSONDecoder().decode(Corpus.self, from: Data(contentsOf: url)))?.cases ?? []
    }()

    /// Everything that can be judged of authenticator data alone.
    private func accepts(_ bytes: [UInt8]) -> Bool {
        guard let (data, _) = try? AuthenticatorData.decode(bytes), CredentialBackup(data.flags) != nil else {
            return false
        }
        guard let attested = data.attestedCredentialData else { return true }
        guard let key = try? COSEKey(decoding: attested.credentialPublicKey) else { return false }
        return key.unknownLabels.isEmpty && attested.credentialID.count <= CredentialID.maximumLength
    }

    @Test func corpusIsThere() { #expect(Self.corpus.count == 68) }

    @Test(arguments: corpus) func verdict(row: Corpus.Case) throws {
        #expect(accepts(try Hex.decode(row.hex)) == (row.verdict == "accept"), "\(row.reason)")
    }

    @Test(arguments: corpus.filter { $0.verdict == "accept" })
    func whatIsAcceptedIsWrittenAgain(row: Corpus.Case) throws {
        let bytes = try Hex.decode(row.hex)
        let (data, layout) = try AuthenticatorData.decode(bytes)
        #expect(data.encoded == bytes)
        if let range = layout.credentialID {
            #expect(Array(bytes[range]) == data.attestedCredentialData?.credentialID)
        }
        if let range = layout.credentialPublicKey {
            #expect(Array(bytes[range]) == data.attestedCredentialData?.credentialPublicKey)
        }
        #expect(layout.extensions.map { Array(bytes[$0]) } == data.extensions)
    }

    @Test func everyCutIsRefusedWithAnOffsetInside() throws {
        let full = try #require(Self.corpus.first { $0.name == "AT|ED" })
        let bytes = try Hex.decode(full.hex)
        for length in 0..<bytes.count {
            #expect(throws: AuthenticatorDataError.self) {
                try AuthenticatorData.decode(Array(bytes.prefix(length)))
            }
        }
    }

    @Test func backupStateCannotLie() {
        #expect(CredentialBackup([.backupState]) == nil)
        #expect(CredentialBackup([]) == .notEligible)
        #expect(CredentialBackup([.backupEligible, .backupState]) == .eligible(backedUp: true))
        #expect(CredentialBackup.eligible(backedUp: false).flags == .backupEligible)
        #expect(AuthenticatorFlags(rawValue: 0x45).description == "UP|UV|AT")
    }

    @Test func aaguidText() {
        let text = "cb69481e-8ff7-4039-93ec-0a2729a154a8"
        #expect(AAGUID(text)?.description == text)
        #expect(AAGUID("cb69481e8ff7403993ec0a2729a154a8")?.description == text)
        #expect(AAGUID("cb69481e-8ff7-4039-93ec-0a2729a154a") == nil)
        #expect(AAGUID("cb69481e-8ff74039-93ec-0a2729a154a8-") == nil)
        #expect(AAGUID("zb69481e-8ff7-4039-93ec-0a2729a154a8") == nil)
    }
}
