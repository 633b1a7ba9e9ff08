internal import CTAP
internal import WebAuthnModel

/// Credentials that are found without the user: what a form field offers with conditional mediation, and what
/// decides whether immediate mediation shows anything (§5.1.4.1, silentCredentialDiscovery of §6.3.5).
///
/// The operation is carried out with assertions without a touch, which every CTAP device can make.
struct FormFieldDiscovery {
    let client: WebAuthnClient
    let rpID: String

    /// The discoverable credentials for the RP ID, of which those in the filter, if it has any.
    func find(
        filter: [PublicKeyCredentialDescriptor]
    ) async throws(ClientError) -> [GetAssertionResponse] {
        guard let first = try await client.silentAssertion(rpID: rpID, allowList: [], in: .get) else {
            client.trace?(.found(0))
            return []
        }
        let all = try await client.allAssertions(after: first)
        let wanted =
            filter.isEmpty
            ? all : all.filter { found in filter.contains { $0.id == found.credential.id } }
        client.trace?(.found(wanted.count))
        return wanted
    }

    /// The one that the user picks in the form field, as the allow list of the request that follows.
    func pick(
        filter: [PublicKeyCredentialDescriptor]
    ) async throws(ClientError) -> [PublicKeyCredentialDescriptor] {
        let offered = try await find(filter: filter)
        guard !offered.isEmpty else { throw .mediation(.conditional, .nothingToOffer) }
        let place = try await client.chooseAccount(offered.map { $0.user ?? UserEntity(id: []) })
        return [PublicKeyCredentialDescriptor(id: offered[place].credential.id)]
    }
}
