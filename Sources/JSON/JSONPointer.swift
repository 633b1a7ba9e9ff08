extension JSONElement {
    /// Where the value stands, as a JSON Pointer (RFC 6901): `""` for the root, `/allowCredentials/0/id` below.
    ///
    /// Walks down from the root: for messages, not for lookups.
    public var pointer: String {
        var pointer = ""
        var parent = JSONElement(tape: tape, index: 0)
        descent: while parent.index < index {
            var place = 0
            for element in parent.elements {
                if element.holds(index) {
                    pointer += "/\(place)"
                    parent = element
                    continue descent
                }
                place += 1
            }
            for (name, value) in parent.memberNames where name.index == index || value.holds(index) {
                pointer += "/" + Self.pointerToken(name.string ?? "")
                if name.index == index { return pointer }
                parent = value
                continue descent
            }
            break
        }
        return pointer
    }

    private func holds(_ other: Int) -> Bool { index <= other && other < Int(node.next) }

    private static func pointerToken(_ name: String) -> String {
        var token = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }
}
