/// What goes wrong in this room.
public enum JSONError: Error, Hashable, Sendable {}
