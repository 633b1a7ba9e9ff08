/// What goes wrong in this room.
public enum CBORError: Error, Hashable, Sendable {}
