public import Nacre

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
    /// - Returns: The same read model, to go on with.
    /// - Throws: ``ScenarioFailure`` where the rows are others.
    @discardableResult
    public func thenRows(_ rows: String..., in table: UInt8? = nil) throws(ScenarioFailure) -> Self {
        try thenRows(rows, in: table)
    }

    func thenRows(_ expected: [String], in table: UInt8?) throws(ScenarioFailure) -> Self {
        let found = rows.filter { table == nil || $0.table == table }.map(\.words)
        let difference = LineDifference(from: expected, to: found)
        guard difference.isEmpty else {
            let place = table.map { " in table \($0)" } ?? ""
            throw ScenarioFailure(
                "projection \(name) keeps other rows\(place) (- expected, + found)", difference: difference.text,
                in: text)
        }
        return self
    }

    func requireNoHalt() throws(ScenarioFailure) {
        guard let halt else { return }
        throw ScenarioFailure("projection \(name) halts, which was not expected: \(halt.message)", in: text)
    }

    func requireHalt(at position: Position) throws(ScenarioFailure) {
        guard let halt else {
            throw ScenarioFailure("projection \(name) does not halt at position \(position): it applies all", in: text)
        }
        guard halt.position == position else {
            throw ScenarioFailure(
                "projection \(name) does not halt at position \(position) but elsewhere: \(halt.message)", in: text)
        }
    }
}
