public import DomainKit

/// A password as it was given, not validated: its rules apply when it is chosen, not when it is used.
///
/// It never shows its text.
public struct Password: Sendable, Undisclosed {
    /// The password as UTF-8.
    public let bytes: Secret

    /// Creates a password.
    ///
    /// - Parameter text: The password, exactly: neither trimmed nor case-folded.
    public init(_ text: String) {
        bytes = Secret(text.utf8)
    }
}
