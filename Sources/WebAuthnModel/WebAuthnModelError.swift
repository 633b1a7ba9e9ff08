/// What goes wrong in this room.
public enum WebAuthnModelError: Error, Hashable, Sendable {}
