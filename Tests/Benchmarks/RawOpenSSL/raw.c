#define OPENSSL_SUPPRESS_DEPRECATED
#include "raw.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/obj_mac.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

// Authenticator data without extensions, and the hash of the client data.
#define SIGNED_BYTES 69

static EC_GROUP *the_group(void) {
    static EC_GROUP *group;
    if (!group) group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    if (!group) abort();
    return group;
}

static EC_KEY *import(const unsigned char scalar[32]) {
    EC_KEY *key = EC_KEY_new();
    BIGNUM *number = BN_bin2bn(scalar, 32, NULL);
    if (!key || !number || !EC_KEY_set_group(key, the_group()) || !EC_KEY_set_private_key(key, number)) abort();
    BN_clear_free(number);
    return key;
}

static unsigned sign(EC_KEY *key, const unsigned char *message, unsigned char signature[72]) {
    unsigned char digest[32];
    unsigned length = 72;
    SHA256(message, SIGNED_BYTES, digest);
    if (!ECDSA_sign(0, digest, 32, signature, &length, key)) abort();
    return length;
}

void raw_import_and_sign(const unsigned char scalar[32], long count) {
    unsigned char message[SIGNED_BYTES] = {0}, signature[72];
    for (long i = 0; i < count; i++) {
        EC_KEY *key = import(scalar);
        sign(key, message, signature);
        EC_KEY_free(key);
    }
}

void raw_keygen_and_sign(long count) {
    unsigned char message[SIGNED_BYTES] = {0}, signature[72];
    for (long i = 0; i < count; i++) {
        EC_KEY *key = EC_KEY_new();
        if (!key || !EC_KEY_set_group(key, the_group()) || !EC_KEY_generate_key(key)) abort();
        sign(key, message, signature);
        EC_KEY_free(key);
    }
}

void raw_import_and_verify(const unsigned char scalar[32], long count) {
    unsigned char message[SIGNED_BYTES] = {0}, signature[72], digest[32], point[65];
    EC_KEY *signer = import(scalar);
    EC_POINT *product = EC_POINT_new(the_group());
    if (!product || !EC_POINT_mul(the_group(), product, EC_KEY_get0_private_key(signer), NULL, NULL, NULL)) abort();
    if (EC_POINT_point2oct(the_group(), product, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) != 65) abort();
    EC_POINT_free(product);
    unsigned length = sign(signer, message, signature);
    EC_KEY_free(signer);
    for (long i = 0; i < count; i++) {
        EC_KEY *key = EC_KEY_new();
        if (!key || !EC_KEY_set_group(key, the_group()) || !EC_KEY_oct2key(key, point, 65, NULL)) abort();
        SHA256(message, SIGNED_BYTES, digest);
        if (ECDSA_verify(0, digest, 32, signature, (int)length, key) != 1) abort();
        EC_KEY_free(key);
    }
}
