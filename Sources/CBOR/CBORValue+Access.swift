extension CBORValue {
    /// The integer, of major type 0 or 1.
    public init(integer: Int) {
        self = integer < 0 ? .negative(UInt64(~integer)) : .unsigned(UInt64(integer))
    }

    /// The integer, if this is one and it fits.
    public var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The content of a byte string; nil for anything else.
    public var bytesValue: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The content of a text string; nil for anything else.
    public var textValue: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The truth value; nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var arrayValue: [CBORValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The pairs of a map, as written; nil for anything else.
    public var mapValue: [CBORPair]? {
        if case .map(let value) = self { value } else { nil }
    }

    /// What the first such key of a map stands for; nil if this is no map or has no such key.
    public subscript(key key: CBORValue) -> CBORValue? {
        guard case .map(let pairs) = self else { return nil }
        for pair in pairs where pair.key == key { return pair.value }
        return nil
    }

    /// What the first such text key of a map stands for.
    public subscript(text key: String) -> CBORValue? {
        self[key: .text(key)]
    }

    /// What the first such integer key of a map stands for.
    public subscript(integer key: Int) -> CBORValue? {
        self[key: CBORValue(integer: key)]
    }
}

extension CBORValue: ExpressibleByIntegerLiteral {
    /// `1` is unsigned, `-1` negative.
    public init(integerLiteral value: Int) { self.init(integer: value) }
}

extension CBORValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension CBORValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension CBORValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }
}

extension CBORValue: ExpressibleByDictionaryLiteral {
    /// A map, its pairs as written: the canonical encoder sorts them.
    public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
        self = .map(elements.map { CBORPair($0.0, $0.1) })
    }
}
