import COpenSSL

/// An owned EVP_PKEY, here only for the Edwards curves: OpenSSL has no lower level for them.
struct EnvelopeKey: ~Copyable {
    let pointer: OpaquePointer

    init(privateSeed: [UInt8], curve: EdwardsCurve) throws(CryptographyError) {
        let pointer = EVP_PKEY_new_raw_private_key(
            curve.identifier, nil, privateSeed, privateSeed.count)
        guard let pointer else { throw ErrorQueue.failure("EVP_PKEY_new_raw_private_key") }
        self.pointer = pointer
    }

    init(publicBytes: [UInt8], curve: EdwardsCurve) throws(CryptographyError) {
        let pointer = EVP_PKEY_new_raw_public_key(curve.identifier, nil, publicBytes, publicBytes.count)
        guard let pointer else { throw ErrorQueue.failure("EVP_PKEY_new_raw_public_key") }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}

/// An owned EVP_MD_CTX.
struct EnvelopeContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = EVP_MD_CTX_new() else { throw ErrorQueue.failure("EVP_MD_CTX_new") }
        self.pointer = pointer
    }

    deinit { EVP_MD_CTX_free(pointer) }
}

extension EdwardsCurve {
    fileprivate var identifier: Int32 {
        switch self {
        case .ed25519: NID_ED25519
        case .ed448: NID_ED448
        }
    }
}
