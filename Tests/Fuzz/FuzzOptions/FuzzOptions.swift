import FuzzSupport
import JSON
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzOptions) }
}

/// Options of either ceremony that were read can be written and read again, without anything left to forgive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(CreationOptions.self, bytes, plain(creation:))
    check(RequestOptions.self, bytes, plain(request:))
    return 0
}

private func check<Options: CeremonyOptions & Hashable>(
    _: Options.Type, _ bytes: [UInt8], _ plain: (Options) -> Options
) {
    let parsed: ParsedOptions<Options>
    do throws(OptionsError) { parsed = try ParsedOptions<Options>(json: bytes) } catch {
        if let offset = offset(of: error) {
            hold((0...bytes.count).contains(offset), "an error lies within the text: \(error)")
        }
        hold(!error.description.isEmpty, "an error has a description")
        return
    }
    for quirk in parsed.quirks {
        hold((0..<bytes.count).contains(quirk.offset), "a quirk lies within the text: \(quirk)")
        hold(!quirk.path.isEmpty, "a quirk names its member")
    }
    let json = parsed.options.json
    guard let again = try? ParsedOptions<Options>(json: json) else {
        return hold(false, "options that were written are read")
    }
    hold(again.quirks.isEmpty, "options that were written have no quirks: \(again.quirks)")
    hold(plain(again.options) == plain(parsed.options), "read(write(o)) == o")
    hold(again.options.json == json, "writing is stable")
    checkWrapped(parsed, bytes)
}

/// Beside `publicKey` the same options say the same, only further along.
private func checkWrapped<Options: CeremonyOptions & Hashable>(
    _ parsed: ParsedOptions<Options>, _ bytes: [UInt8]
) {
    guard let root = try? JSONDocument(parsing: bytes).root, root["publicKey"] == nil else { return }
    let head = Array("{\"mediation\":\"optional\",\"publicKey\":".utf8)
    let tail = Array("}".utf8)
    let wrapped: ParsedOptions<Options>
    do throws(OptionsError) { wrapped = try ParsedOptions<Options>(json: head + bytes + tail) } catch {
        if case .notJSON(.tooDeep) = error { return }
        return hold(false, "wrapped options are read: \(error)")
    }
    hold(wrapped.options == parsed.options, "wrapped options are the same")
    hold(wrapped.mediation == "optional" && parsed.mediation == nil, "mediation stands beside the wrapper")
    let moved = parsed.quirks.map { [$0.path, "\($0.kind)", "\($0.offset + head.count)"] }
    hold(wrapped.quirks.map { [$0.path, "\($0.kind)", "\($0.offset)"] } == moved, "quirks are the same")
}

private func offset(of error: OptionsError) -> Int? {
    switch error {
    case .notJSON(let error): error.offset
    case .notObject(_, let offset), .wrongType(_, _, let offset), .notBase64URL(_, let offset, _): offset
    case .missing: nil
    }
}

/// Without the names of extensions that are not modelled: those are not written.
private func plain(creation options: CreationOptions) -> CreationOptions {
    var options = options
    options.extensions.identifiers = []
    return options
}

private func plain(request options: RequestOptions) -> RequestOptions {
    var options = options
    options.extensions.identifiers = []
    return options
}
