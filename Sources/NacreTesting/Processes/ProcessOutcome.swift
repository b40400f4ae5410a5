public import Nacre
public import Testing

/// What a process manager has let follow from what happened.
public struct ProcessOutcome: Sendable {
    /// The log, with all that was given, that has happened and that follows.
    public let store: InMemoryEventStore

    /// What has happened, the last event of it: what follows may bear its id.
    public let cause: RecordedEvent

    /// What has halted the process, with the reason as its cause; `nil` where it has dealt with everything.
    public let halt: EventStoreError?

    private let scenario: ProcessScenario
    private let entries: [Commit.Entry]
    private let isShown: Bool
    private let process: String
    private let text: ScenarioText

    init(
        scenario: ProcessScenario, store: InMemoryEventStore, cause: RecordedEvent, halt: EventStoreError?,
        reactions: [WatchedManager.Reaction], process: String, text: ScenarioText
    ) {
        self.scenario = scenario
        self.store = store
        self.cause = cause
        self.halt = halt
        entries = reactions.flatMap { $0.commit?.entries ?? [] }
        isShown = !reactions.isEmpty || halt != nil
        self.process = process
        self.text = text
    }

    /// Judges what follows: these events in a stream, and nothing in any other.
    ///
    /// Of an event that follows, the type, schema, tags and data must be those of the event expected; its time and
    /// metadata only where that has any.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something else follows, or the process halts.
    @discardableResult
    public func then(
        _ stream: StreamName, _ events: EventData..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(Commit(events, to: stream), sourceLocation: sourceLocation)
    }

    /// Judges what follows, as a domain tells it: these events in a stream, and nothing in any other.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order.
    ///   - codec: What writes them down.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something else follows, or the process halts; what the codec throws.
    @discardableResult
    public func then<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(Commit(try events.map { try codec.encode($0) }, to: stream), sourceLocation: sourceLocation)
    }

    /// Judges what follows, in however many streams.
    ///
    /// - Parameters:
    ///   - commit: The events with their streams, in order; expectations, checks and conditions do not count.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something else follows, or the process halts.
    @discardableResult
    public func then(_ commit: Commit, sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        if let halt {
            try text.fail("process \(process) halts, which was not expected: \(halt.message)", at: sourceLocation)
        }
        let expected = commit.entries
        let found = entries.enumerated().map { index, entry in
            entry.told(as: index < expected.count ? expected[index].event : nil)
        }
        if found == expected { return self }
        try text.fail(
            "from what happens to process \(process) follows something else", expected: Self.words(of: expected),
            found: !isShown ? ["nothing follows: its query does not match what happens"] : Self.words(of: found),
            at: sourceLocation
        ) {
            (expected.flatMap { ValueDump.deep($0).lines }, found.flatMap { ValueDump.deep($0).lines })
        }
    }

    /// Judges that nothing follows.
    ///
    /// - Parameter sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something follows, or the process halts.
    @discardableResult
    public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        try then(Commit(entries: []), sourceLocation: sourceLocation)
    }

    /// Judges that the process halts before what happens, because it cannot be dealt with.
    ///
    /// - Parameter sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, whose ``halt`` tells the reason.
    /// - Throws: ``ScenarioFailure`` where the process does not halt.
    @discardableResult
    public func thenHalts(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        if halt != nil { return self }
        let found = isShown ? Self.words(of: entries).joined(separator: "; ") : "its query does not match what happens"
        try text.fail("process \(process) does not halt: \(found)", at: sourceLocation)
    }

    /// Lets something else happen in a stream, all being as this has left it, as the log holds it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What happens in it, in order; they are one commit.
    ///   - sourceLocation: Where the sentence is written: it is marked where what was given halts the process.
    /// - Returns: What follows from that.
    /// - Throws: What ``ProcessScenario/when(_:_:sourceLocation:)`` throws.
    public func when(
        _ stream: StreamName, _ events: EventData..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await scenario.run(Commit(events, to: stream), at: sourceLocation)
    }

    /// Lets something else happen in a stream, all being as this has left it, as a domain tells it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What happens in it, in order; they are one commit.
    ///   - codec: What writes them down.
    ///   - sourceLocation: Where the sentence is written: it is marked where what was given halts the process.
    /// - Returns: What follows from that.
    /// - Throws: What ``ProcessScenario/when(_:_:by:sourceLocation:)`` throws.
    public func when<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await scenario.run(Commit(try events.map { try codec.encode($0) }, to: stream), at: sourceLocation)
    }

    private static func words(of entries: [Commit.Entry]) -> [String] {
        entries.isEmpty ? ["nothing follows"] : entries.map(\.words)
    }
}

extension Commit.Entry {
    /// The entry without what another one does not tell: a time, metadata.
    fileprivate func told(as other: EventData?) -> Commit.Entry {
        var entry = self
        if other?.time == nil { entry.event.time = nil }
        if other?.metadata.isEmpty != false { entry.event.metadata = [] }
        return entry
    }
}
