/// What goes wrong in this room.
public enum COSEError: Error, Hashable, Sendable {}
