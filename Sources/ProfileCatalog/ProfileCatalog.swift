/// The built-in profiles.
public enum BuiltInProfiles {}
