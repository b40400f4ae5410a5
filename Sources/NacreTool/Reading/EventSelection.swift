package import Nacre

/// The events that a command reads, and their order.
package struct EventSelection {
    /// The stream; `nil` for the whole log.
    package var stream: StreamName?

    /// Only events after this number, in either direction: a position of the log, or a version of the stream.
    package var after: UInt64

    /// Whether the newest event comes first.
    package var isBackward: Bool

    /// The maximum number of events; `nil` for all.
    package var limit: Int?

    /// Only events of one of these types; empty for all types.
    package var types: [EventType]

    /// Only events with all of these tags.
    package var tags: [Tag]

    package init(
        stream: StreamName? = nil, after: UInt64 = 0, isBackward: Bool = false, limit: Int? = nil,
        types: [EventType] = [], tags: [Tag] = []
    ) {
        self.stream = stream
        self.after = after
        self.isBackward = isBackward
        self.limit = limit
        self.types = types
        self.tags = tags
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
        let query = Query(types: types, tags: tags)
        try query.validate()
        var rest = limit ?? .max
        for try await event in try await events(in: store, query, tool) {
            guard rest > 0, number(of: event) > after else { break }
            guard stream == nil || query.matches(event) else { continue }
            try body(event)
            rest -= 1
        }
    }

    private func events(in store: any EventStore, _ query: Query, _ tool: String) async throws -> EventSequence {
        guard let stream else {
            let head = try await store.head()
            guard after <= head else { throw EventStoreError.noSuchPosition(after, head: head) }
            return store.readLog(order, matching: query, limit: limit)
        }
        try stream.validate(as: "stream name")
        let version = try await store.version(of: stream)
        guard version > 0 else { throw CommandError.noSuchStream(stream, tool: tool) }
        guard after <= version else {
            throw CommandError(
                .badInput, "\(quoted(stream.text)) has no event after version \(after): it ends at version \(version)")
        }
        // Types and tags of a stream are filtered here: filtered-out events must not count towards a limit.
        return store.read(stream, order, limit: query == .all ? limit : nil)
    }

    private func number(of event: RecordedEvent) -> UInt64 {
        stream == nil ? event.position : event.version
    }
}

extension Query {
    /// The events that match all given properties; all events if none is given.
    init(types: [EventType], categories: [String] = [], tags: [Tag]) {
        self =
            types.isEmpty && categories.isEmpty && tags.isEmpty
            ? .all : Query([Query.Item(types: types, categories: categories, tags: tags)])
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
    ///   - tool: The program's name, for messages.
    /// - Throws: The errors of reading; ``FileError`` if writing fails.
    package func list(_ selection: EventSelection, _ format: OutputFormat, tool: String) async throws {
        var listing = Listing<RecordedEvent>(format, to: Console.standard.output)
        try await selection.forEach(in: self, tool: tool) { event in try listing.write(event) }
        try listing.finish()
    }
}
