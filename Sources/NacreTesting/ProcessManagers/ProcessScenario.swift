public import DomainKit
public import Nacre
public import Testing

/// Past events, on which the reactions of a process manager are tested.
///
/// A process manager decides on a store, so a scenario needs a closure that creates the process manager on a store:
///
/// ```swift
/// let packing = ProcessScenario { store, time in Packing(parcels: Aggregates(in: store, time: time)) }
///
/// try await packing
///     .given("order-1", [.placed(customer: "ada", cents: 1250)], by: OrderEvent.codec)
///     .when("order-2", [.placed(customer: "bob", cents: 300)], by: OrderEvent.codec)
///     .then("parcel-2", [.packed(for: "bob")], by: ParcelEvent.codec)
/// ```
///
/// Each `given` and each `when` is one commit. The process manager runs as in a program, on an in-memory event store.
/// It has handled all given events, so its reactions are in the log too. The first event happens at the beginning of
/// the year 2000, those of each further commit one second later, unless they have a time of their own; ids are the same
/// in every run.
///
/// Threading: may be shared between tasks; every `when` starts over on its own store.
public struct ProcessScenario: Sendable {
    private let make: @Sendable (_ store: any EventStore, _ time: any TimeSource) -> any ProcessManager
    private var commits: [Commit] = []

    /// Creates a scenario without events.
    ///
    /// - Parameter make: Creates the process manager on a store, with the store's clock.
    public init(
        _ make: @escaping @Sendable (_ store: any EventStore, _ time: any TimeSource) -> any ProcessManager
    ) {
        self.make = make
    }

    /// Adds a past commit to a stream, given in its stored form.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    /// - Returns: The scenario with the events.
    public func given(
        _ stream: StreamName, _ events: EventData...
    ) -> ProcessScenario {
        adding(Commit(events, to: stream))
    }

    /// Adds a past commit to a stream, given as domain events.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - codec: The codec of the events.
    /// - Returns: The scenario with the events.
    /// - Throws: Errors of the codec.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec
    ) throws -> ProcessScenario {
        adding(Commit(try events.map { try codec.encode($0) }, to: stream))
    }

    /// Appends events to a stream, given in their stored form, and runs the process manager on them.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - sourceLocation: The location of the check, where a halt at a given event is reported.
    /// - Returns: The reaction.
    /// - Throws: ``ScenarioFailure`` if the process manager halts at a given event; errors of the store if the events
    ///   cannot be appended; `EventStoreError` if every retry of a decision meets a conflict.
    public func when(
        _ stream: StreamName, _ events: EventData...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await run(Commit(events, to: stream), at: sourceLocation)
    }

    /// Appends events to a stream, given as domain events, and runs the process manager on them.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - codec: The codec of the events.
    ///   - sourceLocation: The location of the check, where a halt at a given event is reported.
    /// - Returns: The reaction.
    /// - Throws: ``ScenarioFailure`` if the process manager halts at a given event; errors of the codec; errors of the
    ///   store if the events cannot be appended; `EventStoreError` if every retry of a decision meets a conflict.
    public func when<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        let commit = Commit(try events.map { try codec.encode($0) }, to: stream)
        return try await run(commit, at: sourceLocation)
    }

    /// The scenario with one more past commit.
    func adding(_ commit: Commit) -> ProcessScenario {
        var scenario = self
        if !commit.entries.isEmpty { scenario.commits.append(commit) }
        return scenario
    }

    /// Runs the process manager on the given events, then on a further commit.
    func run(_ commit: Commit, at sourceLocation: SourceLocation) async throws -> ProcessOutcome {
        // A fixed time and sequential ids make every run the same.
        let clock = ManualTimeSource(Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 0))
        let store = InMemoryEventStore(timeSource: clock, makeID: SequentialIDGenerator().eventID(at:))
        let manager = WatchedManager(make(store, clock))
        let runner = ProcessRunner(manager: manager, store: store, time: clock)
        var text = ScenarioText()
        for commit in commits {
            _ = try await store.append(commit)
            clock.advance(by: .seconds(1))
            do {
                try await runner.catchUp()
            } catch let halt as EventStoreError where halt.code == .processHalted {
                text.add("given", try await Self.words(of: store))
                try text.fail("process \(manager.name) halts at a given event: \(halt.message)", at: sourceLocation)
            }
        }
        text.add("given", commits.isEmpty ? ["nothing"] : try await Self.words(of: store))

        let result = try await store.append(commit)
        text.add("when", commit.entries.map(\.words))
        var halt: EventStoreError?
        do {
            try await runner.catchUp()
        } catch let error as EventStoreError where error.code == .processHalted {
            halt = error
        }
        return ProcessOutcome(
            scenario: adding(commit), store: store, cause: try await store.event(at: result.lastPosition), halt: halt,
            reactions: manager.reactions(to: result.positions), process: manager.name, text: text)
    }

    /// The contents of the log without the checkpoints of process managers.
    private static func words(of store: InMemoryEventStore) async throws -> [String] {
        try await store.readLog().collect().filter { !$0.stream.isReserved }.map { event in
            let entry = Commit.Entry(
                stream: event.stream,
                event: EventData(type: event.type, schema: event.schema, tags: event.tags, data: event.data))
            return "\(event.position) \(entry.words)"
        }
    }
}

extension Commit.Entry {
    /// The event and its stream on one line, with time and metadata if it has any.
    var words: String {
        func bytes(_ bytes: [UInt8]) -> String { ValueDump(bytes).lines.joined(separator: " ") }
        var words = event.type.text
        if event.schema != 1 { words += " of schema \(event.schema)" }
        words += " in \(stream.text)"
        if let time = event.time { words += " at \(time)" }
        words += ", \(bytes(event.data))"
        if !event.tags.isEmpty { words += ", tagged \(event.tags.map(\.text).joined(separator: " "))" }
        if !event.metadata.isEmpty { words += ", with \(bytes(event.metadata))" }
        return words
    }
}
