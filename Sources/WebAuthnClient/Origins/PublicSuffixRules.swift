/// The rules of a list by section and kind, each kind a table of names without the rules' marks.
struct PublicSuffixRules: Sendable {
    /// The three kinds of rules of a section.
    struct Kinds: Sendable {
        /// Rules that are a name.
        var names: NameTable
        /// The names behind `*.`.
        var wildcards: NameTable
        /// The names behind `!`.
        var exceptions: NameTable

        func contains(_ name: UnsafeBufferPointer<UInt8>, as kind: Kind) -> Bool {
            switch kind {
            case .name: names.contains(name)
            case .wildcard: wildcards.contains(name)
            case .exception: exceptions.contains(name)
            }
        }
    }

    /// What a rule says of its name.
    enum Kind {
        /// It is a public suffix.
        case name
        /// Each name with one label more is one.
        case wildcard
        /// It is none, although a wildcard says so.
        case exception
    }

    var icann: Kinds
    var `private`: Kinds
    /// The most labels that a rule has, the `*` counted: no label before that can matter.
    var maximumLabels: Int

    /// The rules inside the binary.
    static let snapshot = PublicSuffixRules(
        icann: Kinds(
            names: NameTable(PublicSuffixSnapshot.icannNames, starts: PublicSuffixSnapshot.icannNamesStarts),
            wildcards: NameTable(
                PublicSuffixSnapshot.icannWildcards, starts: PublicSuffixSnapshot.icannWildcardsStarts),
            exceptions: NameTable(
                PublicSuffixSnapshot.icannExceptions, starts: PublicSuffixSnapshot.icannExceptionsStarts)),
        private: Kinds(
            names: NameTable(
                PublicSuffixSnapshot.privateNames, starts: PublicSuffixSnapshot.privateNamesStarts),
            wildcards: NameTable(
                PublicSuffixSnapshot.privateWildcards, starts: PublicSuffixSnapshot.privateWildcardsStarts),
            exceptions: NameTable(
                PublicSuffixSnapshot.privateExceptions, starts: PublicSuffixSnapshot.privateExceptionsStarts)),
        maximumLabels: PublicSuffixSnapshot.maximumLabels)

    /// The section that has a rule of that kind and name; ICANN's first.
    func section(
        of kind: Kind, named name: UnsafeBufferPointer<UInt8>
    ) -> PublicSuffixSection? {
        if icann.contains(name, as: kind) { return .icann }
        return `private`.contains(name, as: kind) ? .private : nil
    }
}
