/// From where and in which direction a read goes.
///
/// Numbers are positions for the log, versions for a stream.
public enum ReadOrder: Hashable, Sendable {
    /// Upwards, beginning with the event after this number; 0 begins with the first.
    case forward(after: UInt64 = 0)

    /// Downwards, beginning with the event at this number; `nil` begins with the last.
    case backward(from: UInt64? = nil)
}

extension ReadOrder {
    /// Judges the limit of a read.
    ///
    /// - Parameter limit: The greatest number of events.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where it is negative.
    public static func validate(limit: Int) throws(EventStoreError) {
        guard limit >= 0 else { throw .invalid("a read's limit is 0 or more, this is \(limit)") }
    }
}
