/// A place in a list that is in order of creation: right after the element created at a position of the log.
///
/// A cursor stays valid: what is created later comes after it, and what it stands on may meanwhile be deleted.
public struct PageCursor: Sendable, Hashable, Comparable {
    /// The position of the event that created the last element seen; 0 is before everything.
    public let position: UInt64

    /// Creates a cursor.
    ///
    /// - Parameter position: The position of the event that created the last element seen; 0 is before everything.
    public init(position: UInt64) {
        self.position = position
    }

    /// Whether one cursor stands before another.
    public static func < (left: PageCursor, right: PageCursor) -> Bool {
        left.position < right.position
    }
}
