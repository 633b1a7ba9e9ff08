internal import Cryptography

extension Dissection {
    /// How many elements within each other are taken apart; certificates have at most a dozen.
    static let maximumDERDepth = 32

    /// Cuts the one DER element that a range must be, and what follows it.
    mutating func wholeDER(_ range: Range<Int>, _ name: String, _ shape: DERShape = .any) {
        let base = range.lowerBound
        var reader = DERReader(Array(bytes[range]))
        var rows = DERRows(base: base)
        do {
            let element = try reader.readAny()
            rows.write(element, name, shape, to: &self)
            try reader.finish()
        } catch {
            if end == base { rows.writeCutOff(upTo: range.upperBound, name, shape, to: &self) }
            reportDER(error, movedBy: base)
        }
        leftover(upTo: range.upperBound)
    }

    /// Notes what is wrong with DER that was read from the byte at `base` on.
    mutating func reportDER(_ error: CryptographyError, movedBy base: Int) {
        if case .der(let problem) = error {
            report(.der(problem.moved(by: base)))
        } else {
            report(.cryptography(error.moved(by: base)), at: error.offset == nil ? base : nil)
        }
    }
}
