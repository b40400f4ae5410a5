public import Nacre
public import Testing

/// The reaction of a process manager to events.
public struct ProcessOutcome: Sendable {
    /// The log, with the given events, the latest ones and the reaction.
    public let store: InMemoryEventStore

    /// The last event that happened; reactions may contain its id.
    public let cause: RecordedEvent

    /// The error that halts the process manager, with the reason as its cause; `nil` if it has handled everything.
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

    /// Checks the reaction: these events in one stream, and none in any other.
    ///
    /// Type, schema, tags and data of an event are compared; time and metadata only if the expected event has any.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The expected events, in order.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the reaction differs, or the process manager halts.
    @discardableResult
    public func then(
        _ stream: StreamName, _ events: EventData..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(Commit(events, to: stream), sourceLocation: sourceLocation)
    }

    /// Checks the reaction, given as domain events: these events in one stream, and none in any other.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The expected events, in order.
    ///   - codec: The codec of the events.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the reaction differs, or the process manager halts; errors of the codec.
    @discardableResult
    public func then<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(Commit(try events.map { try codec.encode($0) }, to: stream), sourceLocation: sourceLocation)
    }

    /// Checks the reaction in any number of streams.
    ///
    /// - Parameters:
    ///   - commit: The expected events with their streams, in order; expectations, checks and conditions are ignored.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the reaction differs, or the process manager halts.
    @discardableResult
    public func then(_ commit: Commit, sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        if let halt {
            try text.fail("process \(process) halts unexpectedly: \(halt.message)", at: sourceLocation)
        }
        let expected = commit.entries
        let found = entries.enumerated().map { index, entry in
            entry.shown(as: index < expected.count ? expected[index].event : nil)
        }
        if found == expected { return self }
        try text.fail(
            "process \(process) has other effects", expected: Self.words(of: expected),
            found: !isShown ? ["no effects: its query does not match the events"] : Self.words(of: found),
            at: sourceLocation
        ) {
            (expected.flatMap { ValueDump.deep($0).lines }, found.flatMap { ValueDump.deep($0).lines })
        }
    }

    /// Checks that there is no reaction.
    ///
    /// - Parameter sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if there is a reaction, or the process manager halts.
    @discardableResult
    public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        try then(Commit(entries: []), sourceLocation: sourceLocation)
    }

    /// Checks that the process manager halts at the latest event, because it cannot handle it.
    ///
    /// - Parameter sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome; its ``halt`` has the reason.
    /// - Throws: ``ScenarioFailure`` if the process manager does not halt.
    @discardableResult
    public func thenHalts(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        if halt != nil { return self }
        let found = isShown ? Self.words(of: entries).joined(separator: "; ") : "its query does not match the events"
        try text.fail("process \(process) does not halt: \(found)", at: sourceLocation)
    }

    /// Appends further events to a stream, given in their stored form, and runs the process manager on them.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - sourceLocation: The location of the check, where a halt at a given event is reported.
    /// - Returns: The reaction to them.
    /// - Throws: Errors of ``ProcessScenario/when(_:_:sourceLocation:)``.
    public func when(
        _ stream: StreamName, _ events: EventData..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await scenario.run(Commit(events, to: stream), at: sourceLocation)
    }

    /// Appends further events to a stream, given as domain events, and runs the process manager on them.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - codec: The codec of the events.
    ///   - sourceLocation: The location of the check, where a halt at a given event is reported.
    /// - Returns: The reaction to them.
    /// - Throws: Errors of ``ProcessScenario/when(_:_:by:sourceLocation:)``.
    public func when<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessOutcome {
        try await scenario.run(Commit(try events.map { try codec.encode($0) }, to: stream), at: sourceLocation)
    }

    private static func words(of entries: [Commit.Entry]) -> [String] {
        entries.isEmpty ? ["no effects"] : entries.map(\.words)
    }
}

extension Commit.Entry {
    /// The entry without a time or metadata that the other event does not have.
    fileprivate func shown(as other: EventData?) -> Commit.Entry {
        var entry = self
        if other?.time == nil { entry.event.time = nil }
        if other?.metadata.isEmpty != false { entry.event.metadata = [] }
        return entry
    }
}
