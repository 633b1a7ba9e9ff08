// The functions for EC_KEY are called deprecated, and are several times as fast as what replaces them.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "RawOpenSSL.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>

// As long as authenticator data without extensions and the hash of client data.
static const unsigned char message[37 + 32];

static EC_GROUP *group;
static EVP_MD *sha256;
static unsigned char scalar[32];
static unsigned char point[65];
static unsigned char signature[80];
static unsigned int signature_length;

static int sign(EC_KEY *key, unsigned char *to, unsigned int *length) {
    unsigned char digest[32];
    return EVP_Digest(message, sizeof message, digest, NULL, sha256, NULL) == 1 &&
           ECDSA_sign(0, digest, sizeof digest, to, length, key) == 1;
}

static EC_KEY *new_key(void) {
    EC_KEY *key = EC_KEY_new();
    if (key != NULL && EC_KEY_set_group(key, group) != 1) {
        EC_KEY_free(key);
        return NULL;
    }
    return key;
}

int raw_prepare(void) {
    group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (group == NULL || sha256 == NULL) return 0;
    EC_KEY *key = new_key();
    int done = key != NULL && EC_KEY_generate_key(key) == 1 &&
               BN_bn2binpad(EC_KEY_get0_private_key(key), scalar, sizeof scalar) == sizeof scalar &&
               EC_POINT_point2oct(group, EC_KEY_get0_public_key(key), POINT_CONVERSION_UNCOMPRESSED, point,
                                  sizeof point, NULL) == sizeof point &&
               sign(key, signature, &signature_length);
    EC_KEY_free(key);
    return done;
}

int raw_import_sign(void) {
    unsigned char made[80];
    unsigned int length;
    EC_KEY *key = new_key();
    BIGNUM *number = BN_bin2bn(scalar, sizeof scalar, NULL);
    int done = key != NULL && number != NULL && EC_KEY_set_private_key(key, number) == 1 &&
               sign(key, made, &length);
    BN_clear_free(number);
    EC_KEY_free(key);
    return done;
}

int raw_keygen_sign(void) {
    unsigned char made[80];
    unsigned int length;
    EC_KEY *key = new_key();
    int done = key != NULL && EC_KEY_generate_key(key) == 1 && sign(key, made, &length);
    EC_KEY_free(key);
    return done;
}

int raw_import_verify(void) {
    unsigned char digest[32];
    EC_KEY *key = new_key();
    EC_POINT *read = EC_POINT_new(group);
    int done = key != NULL && read != NULL &&
               EC_POINT_oct2point(group, read, point, sizeof point, NULL) == 1 &&
               EC_KEY_set_public_key(key, read) == 1 &&
               EVP_Digest(message, sizeof message, digest, NULL, sha256, NULL) == 1 &&
               ECDSA_verify(0, digest, sizeof digest, signature, (int)signature_length, key) == 1;
    EC_POINT_free(read);
    EC_KEY_free(key);
    return done;
}
