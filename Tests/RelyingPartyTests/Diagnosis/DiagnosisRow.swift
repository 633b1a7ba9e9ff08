import RelyingParty
import Testing
import WebAuthnModel

/// A planted mistake, and what the verifier must make of it.
struct DiagnosisRow: CustomTestStringConvertible, Sendable {
    /// The likeliest diagnosis.
    let code: String
    /// The name that the broken rule has then.
    let fault: String
    let suspect: Suspect
    private let report: @Sendable () throws -> Report

    init(
        _ code: String, _ fault: String, _ suspect: Suspect,
        _ attestation: RegistrationRecipe.Attestation = .none,
        registration edit: @escaping @Sendable (inout RegistrationRecipe) throws -> Void
    ) {
        (self.code, self.fault, self.suspect) = (code, fault, suspect)
        report = {
            var recipe = try RegistrationRecipe(attestation)
            try edit(&recipe)
            return try recipe.report(.level3)
        }
    }

    init(
        _ code: String, _ fault: String, _ suspect: Suspect,
        authentication edit: @escaping @Sendable (inout AuthenticationRecipe) throws -> Void
    ) {
        (self.code, self.fault, self.suspect) = (code, fault, suspect)
        report = {
            var recipe = try AuthenticationRecipe()
            try edit(&recipe)
            return try recipe.report(.level3)
        }
    }

    var testDescription: String { "\(code): \(fault)" }

    /// The diagnosis stands first, and the finding that it explains bears the name, the words and the suspect.
    func check() throws {
        let report = try report()
        let told = try #require(report.diagnoses.first, "\(testDescription): nothing told")
        #expect(told.code == code && told.suspect == suspect, "\(testDescription): \(report.text)")
        #expect(told.sentence.hasSuffix("."), "\(told.sentence)")
        let finding = report.findings.first { $0.fault?.description == fault }
        #expect(finding?.rejects == true, "\(testDescription): \(report.text)")
        if let code = told.finding, finding?.code == code, told.code != fault {
            #expect(finding?.hint == told.sentence && finding?.suspect == told.suspect)
        }
    }
}
