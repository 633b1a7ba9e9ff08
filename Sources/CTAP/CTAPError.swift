/// What goes wrong in this room.
public enum CTAPError: Error, Hashable, Sendable {}
