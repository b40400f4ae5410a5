/// The direction of a read, and where it starts.
///
/// The numbers are positions when reading the log, and versions when reading a stream.
public enum ReadOrder: Hashable, Sendable {
    /// Forward, starting after this number; 0 starts with the first event.
    case forward(after: UInt64 = 0)

    /// Backward, starting at this number; `nil` starts with the last event.
    case backward(from: UInt64? = nil)
}

extension ReadOrder {
    /// Validates the limit of a read.
    ///
    /// - Parameter limit: The maximum number of events.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if it is negative.
    public static func validate(limit: Int) throws(EventStoreError) {
        guard limit >= 0 else { throw .invalid("a read's limit is 0 or more, this is \(limit)") }
    }
}
