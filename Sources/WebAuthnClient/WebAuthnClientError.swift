/// What goes wrong in this room.
public enum WebAuthnClientError: Error, Hashable, Sendable {}
