import FuzzSupport
import JSON
import RelyingParty
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzMetadata) }
}

/// A BLOB of the metadata service: what is believed is what was signed, and what is not believed vouches for nobody.
///
/// The first byte chooses what the rest is: a payload, which is then signed; edits of a good header, which is then
/// signed; edits of a good BLOB; or a whole BLOB.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let service = MetadataService.shared else {
        hold(false, "there is a vector, and a service that speaks of its model")
        return 0
    }
    var choices = Choices(input(start, count))
    switch choices.byte() % 4 {
    case 0: signPayload(choices.rest, service)
    case 1: signHeader(&choices, service)
    case 2: editBLOB(&choices, service)
    default:
        let metadata = service.judge(choices.rest)
        hold(!metadata.isVerified, "nobody signs without the key")
        check(metadata, service, payloadLength: choices.rest.count)
    }
    return 0
}

/// Signed payloads are believed if and only if they can be read.
private func signPayload(_ json: [UInt8], _ service: MetadataService) {
    let metadata = service.judge(service.blob(header: service.header, payload: json))
    check(metadata, service, payloadLength: json.count)
    let payload: MetadataPayload
    do throws(RelyingPartyError) { payload = try MetadataPayload(parsing: json) } catch {
        hold(!error.description.isEmpty, "an error has a description")
        switch error {
        case .notJSON(let problem): hold((0...json.count).contains(problem.offset), "it lies within the text")
        case .member(_, _, let offset): hold((0..<json.count).contains(offset), "it lies within the text")
        default: hold(false, "reading a payload has no such error: \(error)")
        }
        hold(metadata.faults.map(\.fault.description) == ["mds.malformed"], "what cannot be read is refused")
        return
    }
    hold(metadata.payload == payload, "a payload that was signed is what is believed")
    hold(payload.number >= 0, "a number is not negative")
    checkCounts(payload, json)
    checkLookup(metadata, payload)
    let blob = service.blob(header: service.header, payload: json)
    hold(service.judge(blob, lastNumber: payload.number).isVerified, "a number may come again")
    if payload.number < .max {
        let late = service.judge(blob, lastNumber: payload.number + 1)
        hold(
            late.faults.map(\.fault.description) == ["mds.numberWentBack"], "an old BLOB is refused as such")
        check(late, service, payloadLength: json.count)
    }
}

/// A signed header is believed only where it names the key that signed, and asks for nothing else.
private func signHeader(_ choices: inout Choices, _ service: MetadataService) {
    var header = service.header
    while !choices.isEmpty { header.edit(&choices) }
    let blob = service.blob(header: header, payload: service.payload)
    let metadata = service.judge(blob)
    check(metadata, service, payloadLength: service.payload.count)
    if header == service.header { hold(metadata.isVerified, "a good header is believed") }
    guard metadata.isVerified else { return }
    guard let jws = try? CompactJWS(blob), let chain = try? jws.certificates() else {
        return hold(false, "what is believed can be read")
    }
    hold(chain.first == service.leaf, "the first certificate is the signer's")
    hold(jws.algorithmName == "ES256" && jws.forbiddenMembers.isEmpty, "nothing else is asked for")
    hold(service.register(with: metadata).trust.status == .trusted, "the metadata vouches for its model")
}

/// Edits of a good BLOB: what was signed cannot be changed.
private func editBLOB(_ choices: inout Choices, _ service: MetadataService) {
    let good = service.blob(header: service.header, payload: service.payload)
    var blob = good
    while !choices.isEmpty { blob.edit(&choices) }
    let metadata = service.judge(blob)
    check(metadata, service, payloadLength: blob.count)
    if blob == good { hold(metadata.isVerified, "the good BLOB is believed") }
    guard metadata.isVerified else { return }
    let input = good[..<(good.lastIndex(of: UInt8(ascii: ".")) ?? 0)]
    hold(blob.starts(with: input), "what was signed cannot be changed")
}

/// The relations of every BLOB, and what it means to a registration.
private func check(_ metadata: AuthenticatorMetadata, _ service: MetadataService, payloadLength: Int) {
    hold(metadata.isVerified == metadata.faults.isEmpty, "a BLOB is believed or has a fault")
    for fault in metadata.faults {
        hold(!fault.because.isEmpty, "a fault says why")
        guard let place = fault.location else { continue }
        hold(place.field == .metadata, "a fault lies in the metadata")
        hold((0...payloadLength).contains(place.offset ?? 0), "a fault lies within the payload: \(fault)")
    }
    let entries = metadata.entries(of: service.model)
    hold(metadata.isVerified || entries.isEmpty, "what is not believed has no entries")
    let report = service.register(with: metadata)
    hold(metadata.isVerified || report.verdict == .reject, "metadata that is not believed rejects")
    let anchors = entries.flatMap { $0.statement?.attestationRoots ?? [] }
    if report.trust.status == .trusted { hold(!anchors.isEmpty, "only an entry of the model vouches for it") }
    hold((report.trust.model != nil) == !entries.isEmpty, "a report names a model that is listed")
    hold(
        (try? JSONDocument(parsing: report.json(toolVersion: "0"))) != nil, "a report's JSON is JSON")
}

/// Every element was read, none was made up.
private func checkCounts(_ payload: MetadataPayload, _ json: [UInt8]) {
    guard let root = try? JSONDocument(parsing: json).root, let list = root["entries"] else {
        return hold(false, "what was read is JSON")
    }
    hold(payload.number == root["no"]?.int, "the number is as written")
    hold(payload.nextUpdate?.description == root["nextUpdate"]?.string, "the day is as written")
    hold(payload.entries.count == list.count, "an entry was read for each")
    for (entry, element) in zip(payload.entries, list.elements) {
        hold(entry.statusReports.count == count(element["statusReports"]), "a report was read for each")
        hold(
            entry.statusReports.map(\.status.rawValue)
                == (element["statusReports"]?.elements.map { $0["status"]?.string ?? "" } ?? []),
            "a status is as written")
        hold(
            entry.keyIdentifiers.count == count(element["attestationCertificateKeyIdentifiers"]),
            "a key identifier was read for each")
        hold(entry.keyIdentifiers.allSatisfy { $0.count == 20 }, "a key identifier has 20 bytes")
        let statement = element["metadataStatement"]
        hold((entry.statement != nil) == (statement?.kind == .object), "a statement was read where one is")
        hold(
            (entry.statement?.attestationRoots.count ?? 0)
                == count(statement?["attestationRootCertificates"]), "a root was read for each")
    }
}

private func count(_ list: JSONElement?) -> Int { list?.count ?? 0 }

/// Each entry is found under its own names.
private func checkLookup(_ metadata: AuthenticatorMetadata, _ payload: MetadataPayload) {
    for entry in payload.entries {
        guard let aaguid = entry.aaguid else { continue }
        let found = metadata.entries(of: aaguid)
        hold(
            found.contains(entry) && found.allSatisfy { $0.aaguid == aaguid },
            "an entry is found by its AAGUID")
    }
}
