internal import CBOR
internal import Cryptography
internal import JSON

// Readers count from the first byte that they are given. What they read here often lies within something
// larger, and a person counts from the start of that.

extension CBORError {
    /// The same error, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> CBORError {
        switch self {
        case .truncated(let offset): .truncated(offset: offset + distance)
        case .lengthTooLarge(let offset, let claimed, let available):
            .lengthTooLarge(offset: offset + distance, claimed: claimed, available: available)
        case .trailingBytes(let offset, let count): .trailingBytes(offset: offset + distance, count: count)
        case .reservedAdditionalInformation(let offset, let value):
            .reservedAdditionalInformation(offset: offset + distance, value: value)
        case .unexpectedBreak(let offset): .unexpectedBreak(offset: offset + distance)
        case .badChunk(let offset): .badChunk(offset: offset + distance)
        case .notUTF8(let offset): .notUTF8(offset: offset + distance)
        case .malformedSimpleValue(let offset, let value):
            .malformedSimpleValue(offset: offset + distance, value: value)
        case .tooDeep(let offset, let maximum): .tooDeep(offset: offset + distance, maximum: maximum)
        case .nonShortest(let offset): .nonShortest(offset: offset + distance)
        case .keyOrder(let offset): .keyOrder(offset: offset + distance)
        case .duplicateKey(let offset): .duplicateKey(offset: offset + distance)
        case .indefiniteLength(let offset): .indefiniteLength(offset: offset + distance)
        case .tag(let offset, let number): .tag(offset: offset + distance, number: number)
        case .float(let offset): .float(offset: offset + distance)
        case .simpleValue(let offset, let value): .simpleValue(offset: offset + distance, value: value)
        }
    }
}

extension DERProblem {
    /// The same problem, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> DERProblem {
        switch self {
        case .truncated(let offset): .truncated(offset: offset + distance)
        case .trailingBytes(let offset, let count): .trailingBytes(offset: offset + distance, count: count)
        case .unexpectedTag(let offset, let expected, let found):
            .unexpectedTag(offset: offset + distance, expected: expected, found: found)
        case .missing(let offset, let expected): .missing(offset: offset + distance, expected: expected)
        case .badTag(let offset): .badTag(offset: offset + distance)
        case .indefiniteLength(let offset): .indefiniteLength(offset: offset + distance)
        case .nonMinimalLength(let offset): .nonMinimalLength(offset: offset + distance)
        case .lengthTooLarge(let offset): .lengthTooLarge(offset: offset + distance)
        case .badInteger(let offset): .badInteger(offset: offset + distance)
        case .integerOutOfRange(let offset): .integerOutOfRange(offset: offset + distance)
        case .badBoolean(let offset): .badBoolean(offset: offset + distance)
        case .badNull(let offset): .badNull(offset: offset + distance)
        case .badBitString(let offset): .badBitString(offset: offset + distance)
        case .badObjectIdentifier(let offset): .badObjectIdentifier(offset: offset + distance)
        case .badString(let offset): .badString(offset: offset + distance)
        case .badTime(let offset): .badTime(offset: offset + distance)
        }
    }
}

extension CryptographyError {
    /// Where in the bytes the error lies; nil when it names no byte.
    var offset: Int? {
        switch self {
        case .der(let problem): problem.offset
        case .certificate(.badVersion(let offset, _)), .certificate(.signatureAlgorithmMismatch(let offset)),
            .certificate(.duplicateExtension(let offset, _)), .certificate(.badPathLength(let offset)):
            offset
        default: nil
        }
    }

    /// The same error, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> CryptographyError {
        switch self {
        case .der(let problem): .der(problem.moved(by: distance))
        case .certificate(.badVersion(let offset, let number)):
            .certificate(.badVersion(offset: offset + distance, number: number))
        case .certificate(.signatureAlgorithmMismatch(let offset)):
            .certificate(.signatureAlgorithmMismatch(offset: offset + distance))
        case .certificate(.duplicateExtension(let offset, let oid)):
            .certificate(.duplicateExtension(offset: offset + distance, oid))
        case .certificate(.badPathLength(let offset)):
            .certificate(.badPathLength(offset: offset + distance))
        default: self
        }
    }
}

extension CertificateDeviation {
    /// The same deviation, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> CertificateDeviation {
        switch self {
        case .explicitDefault(let offset): .explicitDefault(offset: offset + distance)
        case .unsortedName(let offset): .unsortedName(offset: offset + distance)
        case .generalizedTimeBefore2050(let offset): .generalizedTimeBefore2050(offset: offset + distance)
        case .noExtensionInList(let offset): .noExtensionInList(offset: offset + distance)
        default: self
        }
    }
}

extension JSONError {
    /// The same error, told by someone who counts from `distance` bytes earlier.
    func moved(by distance: Int) -> JSONError {
        switch self {
        case .tooLarge(let offset, let count, let maximum):
            .tooLarge(offset: offset + distance, count: count, maximum: maximum)
        case .byteOrderMark(let offset): .byteOrderMark(offset: offset + distance)
        case .truncated(let offset, let wanted): .truncated(offset: offset + distance, wanted: wanted)
        case .unexpectedByte(let offset, let byte, let wanted):
            .unexpectedByte(offset: offset + distance, byte: byte, wanted: wanted)
        case .trailingComma(let offset): .trailingComma(offset: offset + distance)
        case .trailingBytes(let offset): .trailingBytes(offset: offset + distance)
        case .tooDeep(let offset, let maximum): .tooDeep(offset: offset + distance, maximum: maximum)
        case .leadingZero(let offset): .leadingZero(offset: offset + distance)
        case .controlCharacter(let offset, let character):
            .controlCharacter(offset: offset + distance, character: character)
        case .unknownEscape(let offset, let character):
            .unknownEscape(offset: offset + distance, character: character)
        case .badUnicodeEscape(let offset): .badUnicodeEscape(offset: offset + distance)
        case .notUTF8(let offset): .notUTF8(offset: offset + distance)
        }
    }
}
