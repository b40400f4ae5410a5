public import DomainKit

/// A page cursor as text, which clients pass on as it is.
public enum CursorText {
    private static let prefix = "c"

    /// The text of a cursor.
    ///
    /// - Parameter cursor: The cursor.
    /// - Returns: Letters and digits.
    public static func text(of cursor: PageCursor) -> String {
        prefix + String(cursor.position, radix: 36)
    }

    /// Parses a cursor.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - field: The name of the field in the error.
    /// - Returns: The cursor.
    /// - Throws: `ValidationError` for anything that ``text(of:)`` does not write.
    public static func cursor(_ text: String, field: String) throws(ValidationError) -> PageCursor {
        let position = text.hasPrefix(prefix) ? UInt64(text.dropFirst(), radix: 36) : nil
        guard let position, Self.text(of: PageCursor(position: position)) == text else {
            throw ValidationError(
                ValidationFailure(
                    field: field, value: text, message: "is no cursor: give the value of next of the page before"))
        }
        return PageCursor(position: position)
    }
}
