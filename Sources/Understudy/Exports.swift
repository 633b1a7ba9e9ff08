// What the face shows of the floors below; a caller imports Understudy alone.
@_exported public import WebAuthnModel
