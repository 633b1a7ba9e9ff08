internal import CTAP
internal import WebAuthnModel

extension WebAuthnClient {
    /// What a silent look signs over: no ceremony has empty client data.
    private static let silentHash = ClientDataHash(of: [])

    /// An assertion without a touch, which tells which credential of a list, or which discoverable one, lives on the
    /// device (CTAP 2.2 §6.2.1, the pre-flight with `up` false); nil when none does.
    func silentAssertion(
        rpID: String, allowList: [PublicKeyCredentialDescriptor], in ceremony: ClientDataType
    ) async throws(ClientError) -> GetAssertionResponse? {
        let request = GetAssertionRequest(
            rpID: rpID, clientDataHash: Self.silentHash, allowList: allowList,
            options: AuthenticatorOptions(userPresence: false))
        do { return try await device.getAssertion(request) } catch {
            guard error.status == .noCredentials else { throw .device(error, ceremony) }
            return nil
        }
    }

    /// The entries of an allow or exclude list that are worth sending: of a known type, not longer than the device's
    /// IDs, and not more than it takes.
    ///
    /// A longer list is looked through silently, a part at a time; then only the entry that was found is left, or
    /// none.
    func worthSending(
        _ list: [PublicKeyCredentialDescriptor], rpID: String, info: GetInfoResponse,
        in ceremony: ClientDataType
    ) async throws(ClientError) -> [PublicKeyCredentialDescriptor] {
        let longest = info.maxCredentialIDLength ?? .max
        let isPlausible = { (entry: PublicKeyCredentialDescriptor) in
            entry.type == "public-key" && entry.id.count <= longest
        }
        let plausible = list.allSatisfy(isPlausible) ? list : list.filter(isPlausible)
        guard let most = info.maxCredentialCountInList, most > 0, plausible.count > most else {
            return plausible
        }
        var rest = plausible[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(most))
            rest = rest.dropFirst(most)
            if let found = try await silentAssertion(rpID: rpID, allowList: part, in: ceremony) {
                let id = part.count == 1 ? part[0].id : found.credential.id
                trace?(.listSearched(entries: plausible.count, known: id))
                return part.filter { $0.id == id }
            }
        }
        trace?(.listSearched(entries: plausible.count, known: nil))
        return []
    }
}
