#ifndef RAW_OPENSSL_H
#define RAW_OPENSSL_H

// What OpenSSL itself takes for P-256 and SHA-256, called from C in its fastest way: the floor of the benchmarks.
// Keys come in as raw numbers each time; the group and the digest are made once. Every function gives 1 for
// success, and all but the first may be called from any thread.

// Makes the group, the digest, a key and a signature by it.
int raw_prepare(void);
// Reads the private key from its 32 bytes and signs.
int raw_import_sign(void);
// Makes a new key and signs with it.
int raw_keygen_sign(void);
// Reads the public key from its 65 bytes and checks the signature.
int raw_import_verify(void);

#endif
