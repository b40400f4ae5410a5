/// The identity of a log, generated when the log is created.
///
/// All derived data records it.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// The UUID.
    public let uuid: EventID

    /// Creates a store id from a UUID.
    public init(_ uuid: EventID) {
        self.uuid = uuid
    }

    /// The 36-character form.
    public var description: String { uuid.description }
}
