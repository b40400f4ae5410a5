public import Nacre
public import Testing

/// What a projection has made of events.
public struct ProjectionOutcome: Sendable {
    /// The log that it was run over.
    public let store: InMemoryEventStore

    /// Where its read model is, for what a scenario does not ask.
    public let models: InMemoryReadModelStore

    /// What has halted it, with the reason as its cause; `nil` where all events were applied.
    public let halt: EventStoreError?

    let rows: [(table: UInt8, words: String)]
    let name: String
    let text: ScenarioText

    /// Judges the rows of the read model.
    ///
    /// - Parameters:
    ///   - rows: The rows in the projection's words, in the order of their keys, table after table.
    ///   - table: The table whose rows are meant; `nil` for those of all.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same read model, to go on with.
    /// - Throws: ``ScenarioFailure`` where the rows are others.
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
                "projection \(name) keeps other rows\(place) (- expected, + found)", difference: difference.text,
                in: text, at: sourceLocation
            ).end()
        }
        return self
    }

    func requireNoHalt(at sourceLocation: SourceLocation) throws {
        guard let halt else { return }
        try text.fail("projection \(name) halts, which was not expected: \(halt.message)", at: sourceLocation)
    }

    func requireHalt(before position: Position, at sourceLocation: SourceLocation) throws {
        guard let halt else {
            try text.fail(
                "projection \(name) does not halt at position \(position): it applies all", at: sourceLocation)
        }
        guard halt.position == position else {
            try text.fail(
                "projection \(name) does not halt at position \(position) but elsewhere: \(halt.message)",
                at: sourceLocation)
        }
    }
}
