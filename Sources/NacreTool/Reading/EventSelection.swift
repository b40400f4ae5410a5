package import Nacre

/// The events that a command reads, and their order.
package struct EventSelection {
    /// The stream; `nil` for the whole log.
    let stream: StreamName?

    /// Only events after this number, in either direction: a position of the log, or a version of the stream.
    let after: UInt64

    /// Whether the newest event comes first.
    let isBackward: Bool

    /// The maximum number of events; `nil` for all.
    let limit: Int?

    /// Only events with these properties; its own stream and positions are not used.
    private let criteria: EventCriteria

    /// Selects the events of a stream, or all.
    ///
    /// - Parameter stream: The stream; `nil` for the whole log.
    package init(stream: StreamName? = nil) {
        self.init(stream: stream, with: EventCriteria())
    }

    init(
        stream: StreamName? = nil, after: UInt64 = 0, isBackward: Bool = false, limit: Int? = nil,
        with criteria: EventCriteria = EventCriteria()
    ) {
        self.stream = stream
        self.after = after
        self.isBackward = isBackward
        self.limit = limit
        self.criteria = criteria
    }

    private var order: ReadOrder { isBackward ? .backward() : .forward(after: after) }

    /// Reads the events.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - tool: The program's name, for messages.
    ///   - body: Called with each event.
    /// - Throws: ``CommandError`` if the stream does not exist, `EventStoreError`, and the errors of `body`.
    package func forEach(
        in store: any EventStore, tool: String, _ body: (RecordedEvent) throws -> Void
    ) async throws {
        let query = criteria.query
        try query.validate()
        var rest = limit ?? .max
        for try await event in try await events(in: store, query, tool) {
            guard rest > 0, number(of: event) > after, !isBeyond(event) else { break }
            guard stream == nil || query.matches(event), criteria.matchesRest(event.view) else { continue }
            try body(event)
            rest -= 1
        }
    }

    private func events(in store: any EventStore, _ query: Query, _ tool: String) async throws -> EventSequence {
        guard let stream else {
            let head = try await store.head()
            guard after <= head else { throw EventStoreError.noSuchPosition(after, head: head) }
            return store.readLog(order, matching: query, limit: criteria.isQuery ? limit : nil)
        }
        try stream.validate(as: "stream name")
        let version = try await store.version(of: stream)
        guard version > 0 else { throw CommandError.noSuchStream(stream, tool: tool) }
        guard after <= version else {
            throw CommandError(
                .badInput, "\(quoted(stream.text)) has no event after version \(after): it ends at version \(version)")
        }
        // The events of a stream are filtered here: filtered-out events must not count towards a limit.
        return store.read(stream, order, limit: query == .all && criteria.isQuery ? limit : nil)
    }

    /// Whether the wanted times lie before an event and all that are read after it.
    private func isBeyond(_ event: RecordedEvent) -> Bool {
        // `recordedAt` never decreases along the log, unlike the other clock.
        guard criteria.clock == .recordedAt else { return false }
        return isBackward
            ? criteria.since.map { event.recordedAt < $0 } ?? false
            : criteria.until.map { event.recordedAt > $0 } ?? false
    }

    private func number(of event: RecordedEvent) -> UInt64 {
        stream == nil ? event.position : event.version
    }
}

extension Query {
    /// The events that match an item; all events if it is empty.
    init(_ item: Item) {
        self = item == Item() ? .all : Query([item])
    }
}

extension CommandError {
    /// The error for a stream that does not exist.
    package static func noSuchStream(_ stream: StreamName, tool: String) -> CommandError {
        CommandError(
            .noSuchStream,
            "there is no stream \(quoted(stream.text)): list the streams with \(tool) streams")
    }
}

extension EventStore {
    /// Writes events to standard output.
    ///
    /// - Parameters:
    ///   - selection: The selection of events.
    ///   - format: The format.
    ///   - columns: The indices of the table's columns; `nil` for the usual ones.
    ///   - tool: The program's name, for messages.
    /// - Throws: The errors of reading; ``FileError`` if writing fails.
    package func list(
        _ selection: EventSelection, _ format: OutputFormat, columns: [Int]? = nil, tool: String
    ) async throws {
        var listing = Listing<RecordedEvent>(format, columns: columns, to: Console.standard.output)
        try await selection.forEach(in: self, tool: tool) { event in try listing.write(event) }
        try listing.finish()
    }
}
