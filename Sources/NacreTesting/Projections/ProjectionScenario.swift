internal import DomainKit
public import Nacre
public import Testing

/// Past events, on which the read model of a projection is tested.
///
/// Each `given` is one commit. The first event happens at the beginning of the year 2000, those of each further commit
/// one second later, unless they have a time of their own; ids are the same in every run. The projection runs as in a
/// program, on an event store and a read model store in memory.
///
/// Rows are compared as text, as formatted by the projection's `describe`, in key order, table by table:
///
/// ```swift
/// try await Spending()
///     .given("order-1", [.placed(customer: "ada", cents: 1250)], by: OrderEvent.codec)
///     .given("order-2", EventData(type: "OrderPlaced", data: Array("{}".utf8)))
///     .thenHalts(at: 2)
///     .thenRows(#"Spending.Row "ada": cents 1250"#, in: Spending.customers.number)
/// ```
public struct ProjectionScenario: Sendable {
    private let projection: any Projection
    private var commits: [Commit] = []
    private var text = ScenarioText()

    init(of projection: any Projection) {
        self.projection = projection
        text.add("given", [])
    }

    /// Adds a commit to a stream, given in its stored form.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    /// - Returns: The scenario with the events.
    public func given(_ stream: StreamName, _ events: EventData...) -> Self {
        given(stream, events)
    }

    /// Adds a commit to a stream, given as domain events.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - codec: The codec of the events.
    /// - Returns: The scenario with the events.
    /// - Throws: Errors of the codec.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec
    ) throws -> Self {
        given(stream, try events.map { try codec.encode($0) })
    }

    /// Adds a commit to a stream, given as a list.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    /// - Returns: The scenario with the events.
    public func given(_ stream: StreamName, _ events: [EventData]) -> Self {
        guard !events.isEmpty else { return self }
        var scenario = self
        scenario.commits.append(Commit(events, to: stream))
        return scenario
    }

    /// Checks the rows of the read model after all events are applied.
    ///
    /// - Parameters:
    ///   - rows: The expected rows, formatted by the projection, in key order, table by table.
    ///   - table: The table to check; `nil` for all tables.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The read model, for further checks.
    /// - Throws: ``ScenarioFailure`` if the rows differ, or the projection halts; errors of the stores if the events
    ///   cannot be appended.
    @discardableResult
    public func thenRows(
        _ rows: String..., in table: UInt8? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProjectionOutcome {
        let outcome = try await run()
        try outcome.requireNoHalt(at: sourceLocation)
        return try outcome.thenRows(rows, in: table, at: sourceLocation)
    }

    /// Checks that the projection halts at an event that it cannot apply.
    ///
    /// - Parameters:
    ///   - position: The position of the event; 1 is the first given one.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The read model at that point.
    /// - Throws: ``ScenarioFailure`` if it halts elsewhere or not at all; errors of the stores if the events cannot be
    ///   appended.
    @discardableResult
    public func thenHalts(
        at position: Position, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProjectionOutcome {
        let outcome = try await run()
        try outcome.requireHalt(before: position, at: sourceLocation)
        return outcome
    }

    /// Runs the projection on the events.
    private func run() async throws -> ProjectionOutcome {
        // A fixed time and sequential ids make every run the same.
        let clock = ManualTimeSource(Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 0))
        let store = InMemoryEventStore(timeSource: clock, makeID: SequentialIDGenerator().eventID(at:))
        for commit in commits {
            _ = try await store.append(commit)
            clock.advance(by: .seconds(1))
        }
        let models = InMemoryReadModelStore()
        var halt: EventStoreError?
        do {
            try await ProjectionRunner(projection: projection, store: store, models: models, time: clock).catchUp()
        } catch let error as EventStoreError where error.code == .projectionHalted {
            halt = error
        }
        var text = text
        text.add(try await store.readLog().collect().map(Self.words(of:)))
        return ProjectionOutcome(
            store: store, models: models, halt: halt, rows: try rows(in: models), name: projection.name, text: text)
    }

    /// The rows of all tables, formatted by the projection.
    private func rows(in models: any ReadModelStore) throws -> [(table: UInt8, words: String)] {
        try models.read(projection.name) { reader in
            var rows: [(table: UInt8, words: String)] = []
            // All tables, so that rows in an unexpected one fail too.
            for table in UInt8.min...UInt8.max {
                try reader.forEachRow(in: table, after: nil) { key, value in
                    rows.append((table, projection.describe(key: key, value: value, in: table)))
                    return true
                }
            }
            return rows
        }
    }

    private static func words(of event: RecordedEvent) -> String {
        let data = ValueDump(event.data).lines.joined(separator: " ")
        return "\(event.position) \(event.type.text) in \(event.stream.text), \(data)"
    }
}
