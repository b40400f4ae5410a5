/// The identity of a log, made when it is created; everything derived from the log names it.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// The UUID.
    public let uuid: EventID

    /// Makes a store's id of a UUID.
    public init(_ uuid: EventID) {
        self.uuid = uuid
    }

    /// The 36-character form.
    public var description: String { uuid.description }
}
