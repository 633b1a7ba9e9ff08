/// What goes wrong in this room.
public enum CryptographyError: Error, Hashable, Sendable {}
