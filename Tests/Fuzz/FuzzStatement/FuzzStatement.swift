import CBOR
import FuzzSupport
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzStatement) }
}

/// An attestation statement of any format: what was read can be written, and what is written is read as the same.
///
/// The first byte chooses the format, the rest is the statement's CBOR. What a verifier makes of such statements is
/// FuzzVerify's business.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStatement(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(input(start, count))
    let format = choices.byte() % 7
    guard let value = try? CBORDecoder.decode(choices.rest) else { return 0 }
    switch format {
    case 0: check(value, PackedStatement.init, \.cbor)
    case 1: check(value, TPMStatement.init, \.cbor)
    case 2: check(value, AndroidKeyStatement.init, \.cbor)
    case 3: check(value, SafetyNetStatement.init, \.cbor)
    case 4: check(value, FIDOU2FStatement.init, \.cbor)
    case 5: check(value, AppleStatement.init, \.cbor)
    default: checkElements(value)
    }
    return 0
}

/// The relations that hold for the codec of every format.
private func check<Statement: Equatable, Failure: Error & CustomStringConvertible>(
    _ value: CBORValue, _ read: (CBORValue) throws(Failure) -> Statement, _ write: (Statement) -> CBORValue
) {
    let statement: Statement
    do throws(Failure) { statement = try read(value) } catch {
        return hold(!error.description.isEmpty, "an error has a description")
    }
    let written = CBOREncoder.encode(write(statement))
    guard let again = try? CBORDecoder.decode(written) else {
        return hold(false, "a statement is written in canonical form")
    }
    hold((try? read(again)) == statement, "read(write(statement)) == statement")
    let given = CBOREncoder.encode(value)
    hold(written.count <= given.count, "nothing is added")
    // Fewer members are written only where some were read that the format does not name.
    if value.mapValue?.count == again.mapValue?.count {
        hold(written == given, "write(read(statement)) == statement")
    }
    hold((try? read(.array([value]))) == nil, "a statement is a map")
}

private func checkElements(_ value: CBORValue) {
    var elements: [CompoundStatement.Element] = []
    for item in value.arrayValue ?? [] {
        do throws(CompoundStatement.Element.ShapeError) {
            let element = try CompoundStatement.Element(item)
            hold(element.format != CompoundStatement.format, "compound statements do not nest")
            elements.append(element)
        } catch { hold(!error.description.isEmpty, "an error has a description") }
    }
    let written = CompoundStatement(elements).cbor
    hold(written.arrayValue?.count == elements.count, "an element is written for each that was read")
    for (item, element) in zip(written.arrayValue ?? [], elements) {
        hold((try? CompoundStatement.Element(item)) == element, "read(write(element)) == element")
    }
}
