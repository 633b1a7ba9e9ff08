internal import CTAP
internal import WebAuthnModel

extension WebAuthnClient {
    /// The assertions of all accounts that a request without an allow list found, the newest first
    /// (CTAP 2.2 §6.2.3).
    func allAssertions(after first: GetAssertionResponse) async throws(ClientError) -> [GetAssertionResponse]
    {
        var assertions = [first]
        guard let count = first.numberOfCredentials, first.userSelected != true else { return assertions }
        while assertions.count < count {
            do { assertions.append(try await device.getNextAssertion()) } catch {
                throw .device(error, .get)
            }
        }
        return assertions
    }

    /// The place of the account that the user chooses in the client's dialog; a mere touch takes the first.
    func chooseAccount(_ accounts: [UserEntity]) async throws(ClientError) -> Int {
        let gesture = await user.answer(.account(accounts))
        if let refusal = gesture.refusal { throw .user(refusal) }
        var place = 1
        if case .select(let number) = gesture { place = number }
        guard (1...max(1, accounts.count)).contains(place) else {
            throw .accountOutOfRange(chosen: place, offered: accounts.count)
        }
        trace?(.account(place, of: accounts.count))
        return place - 1
    }
}
