/// A place in a list ordered by creation: right after the element created at a position of the log.
///
/// A cursor stays valid: later elements come after it, and its element may be deleted meanwhile.
public struct PageCursor: Sendable, Hashable, Comparable {
    /// The position of the event that created the last element seen; 0 is before everything.
    public let position: UInt64

    /// Creates a cursor.
    ///
    /// - Parameter position: The position of the event that created the last element seen; 0 is before everything.
    public init(position: UInt64) {
        self.position = position
    }

    /// Whether the left cursor is before the right one.
    public static func < (left: PageCursor, right: PageCursor) -> Bool {
        left.position < right.position
    }
}
