#pragma once

// What the cryptography of one operation costs when it is called from C and nothing stands around it.
void raw_import_and_sign(const unsigned char scalar[32], long count);
void raw_keygen_and_sign(long count);
void raw_import_and_verify(const unsigned char scalar[32], long count);
