public import DomainKit
public import Nacre
public import Testing

/// What has happened, for a process manager to be asked what follows from what happens next.
///
/// A process manager decides on what is in a store, so a scenario is told how to make it on one:
///
/// ```swift
/// let packing = ProcessScenario { store, time in Packing(parcels: Aggregates(in: store, time: time)) }
///
/// try await packing
///     .given("order-1", [.placed(customer: "ada")], by: OrderEventCodec())
///     .when("order-1", [.paid], by: OrderEventCodec())
///     .then("parcel-1", [.packed], by: ParcelEventCodec())
/// ```
///
/// Each `given`, and `when`, is one commit. The process runs as it does in a program, on an event store in memory: it has
/// dealt with all that is given, so that what followed from that is there too. The first event happens at the beginning
/// of the year 2000, those of each further commit a second later, where they bring no time of their own; ids are the same
/// in every run.
///
/// Threading: may be shared between tasks; every `when` begins anew, on a store of its own.
public struct ProcessScenario: Sendable {
    private let make: @Sendable (_ store: any EventStore, _ time: any TimeSource) -> any ProcessManager
    private var commits: [Commit] = []

    /// Makes a scenario in which nothing has happened yet.
    ///
    /// - Parameter make: Makes the process manager, on a store and with the clock of that store.
    public init(
        _ make: @escaping @Sendable (_ store: any EventStore, _ time: any TimeSource) -> any ProcessManager
    ) {
        self.make = make
    }

    /// Adds what has happened in a stream then, as the log holds it: the past, and what others have made of it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    /// - Returns: The scenario with the events.
    public func given(
        _ stream: StreamName, _ events: EventData...
    ) -> ProcessScenario {
        adding(Commit(events, to: stream))
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
    ) throws -> ProcessScenario {
        adding(Commit(try events.map { try codec.encode($0) }, to: stream))
    }

    /// Lets something happen in a stream, as the log holds it, and the process deal with it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What happens in it, in order; they are one commit.
    ///   - sourceLocation: Where the sentence is written: it is marked where what was given halts the process.
    /// - Returns: What follows.
    /// - Throws: ``ScenarioFailure`` where the process halts at what was given; what the store throws where the events
    ///   cannot be appended; `EventStoreError` where a decision meets a conflict at every attempt.
    public func when(
        _ stream: StreamName, _ events: EventData...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await run(Commit(events, to: stream), at: sourceLocation)
    }

    /// Lets something happen in a stream, as a domain tells it, and the process deal with it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What happens in it, in order; they are one commit.
    ///   - codec: What writes them down.
    ///   - sourceLocation: Where the sentence is written: it is marked where what was given halts the process.
    /// - Returns: What follows.
    /// - Throws: ``ScenarioFailure`` where the process halts at what was given; what the codec throws; what the store
    ///   throws where the events cannot be appended; `EventStoreError` where a decision meets a conflict at every attempt.
    public func when<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        let commit = Commit(try events.map { try codec.encode($0) }, to: stream)
        return try await run(commit, at: sourceLocation)
    }

    /// The scenario in which this has happened too.
    func adding(_ commit: Commit) -> ProcessScenario {
        var scenario = self
        if !commit.entries.isEmpty { scenario.commits.append(commit) }
        return scenario
    }

    /// Runs the process over what was given, and over what happens then.
    func run(_ commit: Commit, at sourceLocation: SourceLocation) async throws -> ProcessOutcome {
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
                try text.fail("process \(manager.name) halts at what was given: \(halt.message)", at: sourceLocation)
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

    /// What is in the log, but for the notes of processes.
    private static func words(of store: InMemoryEventStore) async throws -> [String] {
        try await store.readLog().collect().filter { !$0.stream.isOfTheStore }.map { event in
            let entry = Commit.Entry(
                stream: event.stream,
                event: EventData(type: event.type, schema: event.schema, tags: event.tags, data: event.data))
            return "\(event.position) \(entry.words)"
        }
    }
}

extension Commit.Entry {
    /// The event and its stream on one line, with what it has of a time and metadata.
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
