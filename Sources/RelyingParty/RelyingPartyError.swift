/// What goes wrong in this room.
public enum RelyingPartyError: Error, Hashable, Sendable {}
