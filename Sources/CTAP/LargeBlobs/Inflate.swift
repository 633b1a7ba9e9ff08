/// The reverse of DEFLATE (RFC 1951), with a limit to what comes out.
package struct Inflate {
    private let input: [UInt8]
    private let limit: Int
    private var position = 0
    private var output: [UInt8] = []

    /// Nil for what is not DEFLATE data, has anything after it, or comes to more than `limit` bytes.
    package static func inflate(_ input: [UInt8], limit: Int) -> [UInt8]? {
        var inflate = Inflate(input: input, limit: limit)
        while true {
            guard let isLast = inflate.bits(1), let kind = inflate.bits(2) else { return nil }
            let isWhole =
                switch kind {
                case 0: inflate.storedBlock()
                case 1: inflate.block(Code.fixedLiterals, Code.fixedDistances)
                case 2: inflate.dynamicBlock()
                default: false
                }
            guard isWhole else { return nil }
            if isLast == 1 { break }
        }
        return (inflate.position + 7) / 8 == input.count ? inflate.output : nil
    }

    private init(input: [UInt8], limit: Int) {
        self.input = input
        self.limit = limit
    }

    // MARK: Bits

    /// The next bits, the least significant first.
    private mutating func bits(_ count: Int) -> Int? {
        guard position + count <= input.count * 8 else { return nil }
        var value = 0
        for place in 0..<count {
            value |= Int(input[position >> 3] >> UInt8(position & 7) & 1) << place
            position += 1
        }
        return value
    }

    /// The next symbol of a Huffman code, whose bits come with the most significant first.
    private mutating func symbol(_ code: Code) -> Int? {
        var word = 0
        for length in 1...Code.longest {
            guard let bit = bits(1) else { return nil }
            word = word << 1 | bit
            if let symbol = code.symbol(word, length) { return symbol }
        }
        return nil
    }

    // MARK: Blocks

    private mutating func storedBlock() -> Bool {
        position = (position + 7) & ~7
        guard let length = bits(16), let complement = bits(16), length == ~complement & 0xFFFF else {
            return false
        }
        let start = position >> 3
        guard start + length <= input.count, output.count + length <= limit else { return false }
        output += input[start..<start + length]
        position += length * 8
        return true
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func dynamicBlock() -> Bool {
        guard let literals = bits(5), let distances = bits(5), let codes = bits(4) else { return false }
        var lengthLengths = [Int](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(codes + 4) {
            guard let length = bits(3) else { return false }
            lengthLengths[place] = length
        }
        guard let lengthCode = Code(lengthLengths) else { return false }
        let count = literals + 257 + distances + 1
        var lengths: [Int] = []
        while lengths.count < count {
            guard let symbol = symbol(lengthCode) else { return false }
            switch symbol {
            case 16:
                guard let last = lengths.last, let more = bits(2) else { return false }
                lengths += repeatElement(last, count: more + 3)
            case 17:
                guard let more = bits(3) else { return false }
                lengths += repeatElement(0, count: more + 3)
            case 18:
                guard let more = bits(7) else { return false }
                lengths += repeatElement(0, count: more + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == count, let literalCode = Code(Array(lengths.prefix(literals + 257))),
            let distanceCode = Code(Array(lengths.suffix(distances + 1)))
        else { return false }
        return block(literalCode, distanceCode)
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
        195,
        227, 258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
        4097, 6145, 8193, 12289, 16385, 24577,
    ]

    private mutating func block(_ literals: Code, _ distances: Code) -> Bool {
        while true {
            guard let symbol = symbol(literals) else { return false }
            switch symbol {
            case 0..<256:
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
            case 256: return true
            default: guard copy(symbol - 257, distances) else { return false }
            }
        }
    }

    /// Repeats bytes that came before; they may overlap with what they make.
    private mutating func copy(_ place: Int, _ distances: Code) -> Bool {
        guard place < Self.lengthBases.count, let extra = bits(Self.lengthBits[place]),
            let far = symbol(distances), far < Self.distanceBases.count,
            let more = bits(max(0, far / 2 - 1))
        else { return false }
        let length = Self.lengthBases[place] + extra
        let distance = Self.distanceBases[far] + more
        guard distance <= output.count, output.count + length <= limit else { return false }
        for _ in 0..<length { output.append(output[output.count - distance]) }
        return true
    }
}

/// A canonical Huffman code (RFC 1951 §3.2.2).
private struct Code {
    static let longest = 15
    static let fixedLiterals = Code(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }, isComplete: ())
    static let fixedDistances = Code([Int](repeating: 5, count: 30), isComplete: ())

    /// The first word of each length, and where its symbol stands among ``symbols``.
    private let firsts: [Int]
    private let places: [Int]
    private let symbols: [Int]

    /// Nil for lengths that promise more words than there are.
    init?(_ lengths: [Int]) {
        var room = 1
        for length in 1...Self.longest {
            room = room * 2 - lengths.count { $0 == length }
            guard room >= 0 else { return nil }
        }
        self.init(lengths, isComplete: ())
    }

    private init(_ lengths: [Int], isComplete: Void) {
        var firsts = [0]
        var places = [0]
        var symbols: [Int] = []
        var word = 0
        for length in 1...Self.longest {
            word <<= 1
            firsts.append(word)
            places.append(symbols.count)
            symbols += lengths.indices.filter { lengths[$0] == length }
            word += symbols.count - places[length]
        }
        places.append(symbols.count)
        self.firsts = firsts
        self.places = places
        self.symbols = symbols
    }

    func symbol(_ word: Int, _ length: Int) -> Int? {
        let place = word - firsts[length] + places[length]
        guard word >= firsts[length], place < places[length + 1] else { return nil }
        return symbols[place]
    }
}
