/// What goes wrong in this room.
public enum SQLiteStoreError: Error, Hashable, Sendable {}
