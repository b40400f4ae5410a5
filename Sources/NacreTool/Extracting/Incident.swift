import Nacre

/// The events that matter for an incident, in log order.
struct Incident {
    /// What an incident is extracted from.
    enum Subject: Hashable {
        /// The events of a stream, up to a position; the last of them is the incident.
        case stream(StreamName, upTo: Position)

        /// The events with a correlation id.
        case correlation(String)

        /// A range of positions.
        case positions(ClosedRange<Position>)
    }

    /// The events, with the earlier events of the streams concerned.
    private(set) var events: [RecordedEvent]

    /// How many of them were there before the incident.
    let givenCount: Int

    /// The streams concerned, in the order of their first event in the incident.
    let streams: [StreamName]

    /// Collects the events.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - store: The store.
    ///   - limit: The maximum number of events.
    ///   - tool: The program's name.
    /// - Throws: ``CommandError`` if there are none, or more than the limit; `EventStoreError`.
    init(_ subject: Subject, in store: any EventStore, limit: Int, tool: String) async throws {
        var incident: [RecordedEvent] = []
        for try await event in try await Self.events(of: subject, in: store, tool: tool) {
            if event.position > subject.last { break }
            incident.append(event)
            guard incident.count <= limit else { throw CommandError.tooManyEvents(limit) }
        }
        if case .stream = subject { incident = incident.suffix(1) }
        guard let first = incident.first?.position, let last = incident.last?.position else {
            throw CommandError(.noSuchEvent, "no event is selected: nothing is extracted")
        }
        var (streams, known): ([StreamName], Set<StreamName>) = ([], [])
        for event in incident where known.insert(event.stream).inserted { streams.append(event.stream) }
        var events: [RecordedEvent] = []
        for stream in streams {
            for try await event in store.read(stream) {
                if event.position > last { break }
                events.append(event)
                guard events.count <= limit else { throw CommandError.tooManyEvents(limit) }
            }
        }
        events.sort { $0.position < $1.position }
        self.streams = streams
        self.events = events
        givenCount = events.prefix { $0.position < first }.count
    }

    /// Masks the events.
    ///
    /// - Returns: The mask, and the number of events in which a masked text or number still occurs, elsewhere.
    /// - Throws: ``CommandError`` if no event has a value at one of the paths.
    mutating func mask(_ paths: [JSONPath]) throws(CommandError) -> (mask: EventMask, leftOver: Int) {
        let mask = try EventMask(paths, of: events)
        events = events.map { mask($0) }
        return (mask, events.count { mask.occurs(in: $0) })
    }

    private static func events(
        of subject: Subject, in store: any EventStore, tool: String
    ) async throws -> EventSequence {
        switch subject {
        case .stream(let stream, _):
            try stream.validate(as: "stream name")
            guard try await store.version(of: stream) > 0 else { throw CommandError.noSuchStream(stream, tool: tool) }
            return store.read(stream)
        case .correlation(let id):
            try Query.correlations(id).validate()
            return store.readLog(matching: .correlations(id))
        case .positions(let positions):
            let head = try await store.head()
            guard positions.upperBound <= head, positions.lowerBound > 0 else {
                throw EventStoreError.noSuchPosition(
                    positions.lowerBound > 0 ? positions.upperBound : positions.lowerBound, head: head)
            }
            return store.readLog(.forward(after: positions.lowerBound - 1))
        }
    }
}

extension Incident.Subject {
    /// The last position that belongs to it.
    fileprivate var last: Position {
        switch self {
        case .stream(_, let position): position
        case .correlation: .max
        case .positions(let positions): positions.upperBound
        }
    }
}

extension CommandError {
    fileprivate static func tooManyEvents(_ limit: Int) -> CommandError {
        CommandError(
            .badInput,
            "more than \(Figures.count(limit, "event")) matter: name fewer positions, or allow more with --limit")
    }
}
