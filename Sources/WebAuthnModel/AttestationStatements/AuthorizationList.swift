internal import Cryptography

/// What a key may be used for, and how it came to be, as one side of Android enforces it.
///
/// The members that WebAuthn looks at have names; of the others, known or not, tag and value are kept.
public struct AuthorizationList: Hashable, Sendable {
    /// A member that has no name here.
    public struct Other: Hashable, Sendable {
        /// Its tag number.
        public var tag: UInt32
        /// What stands inside the tag.
        public var value: [UInt8]

        /// Takes both.
        public init(tag: UInt32, value: [UInt8]) {
            self.tag = tag
            self.value = value
        }
    }

    /// KM_PURPOSE_SIGN.
    public static let signing = 2
    /// KM_ORIGIN_GENERATED: the key was made in the key store and never was outside.
    public static let generated = 0

    private enum Tag {
        static let purpose: UInt32 = 1
        static let allApplications: UInt32 = 600
        static let origin: UInt32 = 702
    }

    /// `purpose`, [1]: what the key may do; nil when the list does not say.
    public var purposes: [Int]?
    /// `allApplications`, [600]: whether every application may use the key.
    public var allApplications: Bool
    /// `origin`, [702]: where the key comes from; nil when the list does not say.
    public var origin: Int?
    /// All other members.
    public var others: [Other]

    /// Takes the members.
    public init(
        purposes: [Int]? = nil, allApplications: Bool = false, origin: Int? = nil, others: [Other] = []
    ) {
        self.purposes = purposes
        self.allApplications = allApplications
        self.origin = origin
        self.others = others
    }

    /// Reads the list that stands next; a member that comes twice is refused, another order is told.
    init(
        _ fields: inout DERReader, _ deviations: inout [KeyDescription.Deviation]
    ) throws(CryptographyError) {
        self.init()
        var members = try fields.readSequence()
        var tags: [UInt32] = []
        var seen: Set<UInt32> = []
        while !members.isAtEnd {
            let member = try members.readAny()
            let tag = member.tag.number
            guard member.tag == .context(tag), seen.insert(tag).inserted else {
                throw .der(.badTag(offset: member.offset))
            }
            tags.append(tag)
            try read(member, tag)
        }
        let isAscending = zip(tags, tags.dropFirst()).allSatisfy { $0 < $1 }
        if !isAscending { deviations.append(.tagOrder(tags)) }
    }

    private mutating func read(_ member: DERElement, _ tag: UInt32) throws(CryptographyError) {
        var inner = member.reader
        switch tag {
        case Tag.purpose:
            var set = try inner.read(.set).reader
            var purposes: [Int] = []
            while !set.isAtEnd { purposes.append(try set.read(.integer).integer()) }
            self.purposes = purposes
        case Tag.allApplications:
            try inner.read(.null).null()
            allApplications = true
        case Tag.origin: origin = try inner.read(.integer).integer()
        default:
            others.append(Other(tag: tag, value: Array(member.contents)))
            return
        }
        try inner.finish()
    }

    /// The SEQUENCE, members in ascending order of their tags.
    var encoded: [UInt8] {
        var members = others
        if let purposes {
            let set = DER.set(of: purposes.map { DER.integer($0) })
            members.append(Other(tag: Tag.purpose, value: set))
        }
        if allApplications { members.append(Other(tag: Tag.allApplications, value: DER.null())) }
        if let origin { members.append(Other(tag: Tag.origin, value: DER.integer(origin))) }
        return DER.sequence(
            of: members.sorted { $0.tag < $1.tag }.map { DER.explicit($0.tag, $0.value) })
    }
}
