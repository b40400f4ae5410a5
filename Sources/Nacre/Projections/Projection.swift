/// A function over the log that keeps a read model.
public protocol Projection: Sendable {
    /// The name of the projection and of its read model: 1 to 64 bytes.
    var name: String { get }

    /// Raised whenever the rows change their meaning: a model of another version is rebuilt.
    var schemaVersion: Int { get }

    /// Which events the projection is shown.
    var query: Query { get }

    /// Applies an event to the read model.
    ///
    /// Types that the projection does not know are passed over.
    ///
    /// - Parameters:
    ///   - event: The next event that the query matches.
    ///   - model: The tables, in the transaction that also records the checkpoint.
    /// - Throws: Whatever makes it impossible to apply the event: the projection halts before it.
    func apply(_ event: RecordedEvent, to model: any ReadModelWriter) throws

    /// A row in words, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String
}
