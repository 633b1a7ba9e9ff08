import Bytes
import Cryptography

/// Certificates that the user trusts to vouch for authenticators: a file or a folder of them, PEM or DER.
enum TrustAnchors {
    static func read(_ path: String) throws(CommandFailure) -> [X509Certificate] {
        guard let names = Files.names(in: path) else { return try certificates(in: path) }
        var anchors: [X509Certificate] = []
        for name in names where Files.names(in: "\(path)/\(name)") == nil {
            anchors += try certificates(in: "\(path)/\(name)")
        }
        guard !anchors.isEmpty else { throw .badInput(Words.noCertificates(path)) }
        return anchors
    }

    private static func certificates(in path: String) throws(CommandFailure) -> [X509Certificate] {
        let bytes = try Files.read(path, maximum: 1 << 20)
        let blocks = bytes.first == 0x30 ? [bytes] : try pemBlocks(bytes, in: path)
        guard !blocks.isEmpty else { throw .badInput(Words.noCertificates(path)) }
        var certificates: [X509Certificate] = []
        for block in blocks {
            do { certificates.append(try X509Certificate(der: block)) } catch {
                throw .badInput(Words.inFile(path, error.description))
            }
        }
        return certificates
    }

    /// The contents of `-----BEGIN CERTIFICATE-----` blocks (RFC 7468).
    private static func pemBlocks(_ bytes: [UInt8], in path: String) throws(CommandFailure) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var body: [UInt8]?
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if line.elementsEqual("-----BEGIN CERTIFICATE-----".utf8) {
                body = []
            } else if line.elementsEqual("-----END CERTIFICATE-----".utf8), let text = body {
                do { blocks.append(try Base64Decoder.decodeLeniently(text).bytes) } catch {
                    throw .badInput(Words.inFile(path, Words.brokenPEM(block: blocks.count + 1, "\(error)")))
                }
                body = nil
            } else {
                body?.append(contentsOf: line.filter { $0 != UInt8(ascii: " ") })
            }
        }
        guard body == nil else {
            throw .badInput(Words.inFile(path, Words.brokenPEM(block: blocks.count + 1, Words.noPEMEnd)))
        }
        return blocks
    }
}
