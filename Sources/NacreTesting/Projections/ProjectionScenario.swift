internal import DomainKit
public import Nacre
public import Testing

/// What has happened, for a projection to be asked what its read model shows then.
///
/// Each `given` is one commit. The first event happens at the beginning of the year 2000, those of each further commit
/// a second later, where they bring no time of their own; ids are the same in every run. The projection runs as it does
/// in a program, on an event store and on a store of read models that are in memory.
///
/// Rows are compared in the words of the projection's own `describe`, in the order of their keys, table after table:
///
/// ```swift
/// try await OrdersProjection()
///     .given("order-1", [.placed(customer: "ada")], by: codec)
///     .given("order-2", [.placed(customer: "bob"), .paid], by: codec)
///     .given("order-1", EventData(type: "OrderPaid", data: [0xFF]))
///     .thenHalts(at: 4)
///     .thenRows("order 1 of ada", "order 2 of bob, paid")
/// ```
public struct ProjectionScenario: Sendable {
    private let projection: any Projection
    private var commits: [Commit] = []
    private var text = ScenarioText()

    init(of projection: any Projection) {
        self.projection = projection
        text.add("given", [])
    }

    /// Adds what has happened in a stream then, as the log holds it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    /// - Returns: The scenario with the events.
    public func given(_ stream: StreamName, _ events: EventData...) -> Self {
        given(stream, events)
    }

    /// Adds what has happened in a stream then, as a domain tells it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    ///   - codec: What writes them down.
    /// - Returns: The scenario with the events.
    /// - Throws: What the codec throws.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec
    ) throws -> Self {
        given(stream, try events.map { try codec.encode($0) })
    }

    /// Adds what has happened in a stream then, as a list.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    /// - Returns: The scenario with the events.
    public func given(_ stream: StreamName, _ events: [EventData]) -> Self {
        guard !events.isEmpty else { return self }
        var scenario = self
        scenario.commits.append(Commit(events, to: stream))
        return scenario
    }

    /// Judges the rows of the read model once all events are applied.
    ///
    /// - Parameters:
    ///   - rows: The rows in the projection's words, in the order of their keys, table after table.
    ///   - table: The table whose rows are meant; `nil` for those of all.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The read model, to go on with.
    /// - Throws: ``ScenarioFailure`` where the rows are others, or the projection halts; what the stores throw where
    ///   the events cannot be appended.
    @discardableResult
    public func thenRows(
        _ rows: String..., in table: UInt8? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProjectionOutcome {
        let outcome = try await run()
        try outcome.requireNoHalt(at: sourceLocation)
        return try outcome.thenRows(rows, in: table, at: sourceLocation)
    }

    /// Judges that the projection halts before an event that it cannot apply.
    ///
    /// - Parameters:
    ///   - position: Where the event stands: 1 is the first that was given.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The read model as it is then.
    /// - Throws: ``ScenarioFailure`` where it halts elsewhere or not at all; what the stores throw where the events
    ///   cannot be appended.
    @discardableResult
    public func thenHalts(
        at position: Position, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProjectionOutcome {
        let outcome = try await run()
        try outcome.requireHalt(before: position, at: sourceLocation)
        return outcome
    }

    /// Runs the projection over the events.
    private func run() async throws -> ProjectionOutcome {
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

    /// The rows of all tables, as the projection describes them.
    private func rows(in models: any ReadModelStore) throws -> [(table: UInt8, words: String)] {
        try models.read(projection.name) { reader in
            var rows: [(table: UInt8, words: String)] = []
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
