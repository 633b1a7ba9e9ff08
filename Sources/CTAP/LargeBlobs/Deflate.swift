/// DEFLATE without compression (RFC 1951 §3.2.4): blocks of bytes as they are.
///
/// Whoever inflates reads it like any other; a device keeps some more bytes than it might.
enum Deflate {
    private static let longestBlock = 0xFFFF

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        repeat {
            let end = min(bytes.count, start + longestBlock)
            let length = UInt16(end - start)
            output.append(end == bytes.count ? 1 : 0)
            for number in [length, ~length] {
                output.append(UInt8(truncatingIfNeeded: number))
                output.append(UInt8(number >> 8))
            }
            output += bytes[start..<end]
            start = end
        } while start < bytes.count
        return output
    }
}
