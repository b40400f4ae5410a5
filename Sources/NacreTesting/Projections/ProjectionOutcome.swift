public import Nacre
public import Testing

/// The result of running a projection.
public struct ProjectionOutcome: Sendable {
    /// The log that it was run on.
    public let store: InMemoryEventStore

    /// The store with its read model, for checks that a scenario does not offer.
    public let models: InMemoryReadModelStore

    /// The error that halted it, with the reason as its cause; `nil` if all events were applied.
    public let halt: EventStoreError?

    let rows: [(table: UInt8, words: String)]
    let name: String
    let text: ScenarioText

    /// Checks the rows of the read model.
    ///
    /// - Parameters:
    ///   - rows: The expected rows, formatted by the projection, in key order, table by table.
    ///   - table: The table to check; `nil` for all tables.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same read model, for further checks.
    /// - Throws: ``ScenarioFailure`` if the rows differ.
    @discardableResult
    public func thenRows(
        _ rows: String..., in table: UInt8? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try thenRows(rows, in: table, at: sourceLocation)
    }

    func thenRows(_ expected: [String], in table: UInt8?, at sourceLocation: SourceLocation) throws -> Self {
        let found = rows.filter { table == nil || $0.table == table }.map(\.words)
        let difference = LineDifference(from: expected, to: found)
        guard difference.isEmpty else {
            let place = table.map { " in table \($0)" } ?? ""
            try ScenarioFailure(
                "projection \(name) has other rows\(place) (- expected, + found)", difference: difference.text,
                in: text, at: sourceLocation
            ).end()
        }
        return self
    }

    func requireNoHalt(at sourceLocation: SourceLocation) throws {
        guard let halt else { return }
        try text.fail("projection \(name) halts unexpectedly: \(halt.message)", at: sourceLocation)
    }

    func requireHalt(before position: Position, at sourceLocation: SourceLocation) throws {
        guard let halt else {
            try text.fail(
                "projection \(name) does not halt at position \(position): it applies all events", at: sourceLocation)
        }
        guard halt.position == position else {
            try text.fail(
                "projection \(name) does not halt at position \(position) but elsewhere: \(halt.message)",
                at: sourceLocation)
        }
    }
}
