// What the face shows of the floors below; a caller imports Understudy alone.
@_exported public import Authenticator
@_exported public import COSE
@_exported public import CTAP
@_exported public import Cryptography
@_exported public import Faults
@_exported public import JSON
@_exported public import ProfileCatalog
@_exported public import RelyingParty
@_exported public import SQLiteStore
@_exported public import WebAuthnClient
@_exported public import WebAuthnModel
