/// What goes wrong in this room.
public enum AuthenticatorError: Error, Hashable, Sendable {}
