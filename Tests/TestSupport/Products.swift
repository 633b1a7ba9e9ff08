internal import Foundation

/// What the build put beside the tests.
public enum Products {
    /// The path of an executable product.
    public static func path(_ name: String) -> String {
        Bundle.module.bundleURL.deletingLastPathComponent().appending(path: name)
            .path(percentEncoded: false)
    }
}
