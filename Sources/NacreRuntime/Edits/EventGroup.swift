package import Nacre

/// Events of a log that an edit leaves out together.
package enum EventGroup: Hashable, Sendable {
    /// All events of a type.
    case type(EventType)

    /// All events of a stream.
    case stream(StreamName)

    /// All events of an actor.
    case actor(String)

    /// All events of a correlation id.
    case correlation(String)

    /// The events at these positions of the recorded log.
    case positions(ClosedRange<Position>)

    func validate(head: Position) throws {
        switch self {
        case .type(let type): try type.validate(as: "event type")
        case .stream(let stream): try stream.validate(as: "stream name")
        case .actor(let actor): try Query([Query.Item(actors: [actor])]).validate()
        case .correlation(let id): try Query([Query.Item(correlations: [id])]).validate()
        case .positions(let positions):
            for position in [positions.lowerBound, positions.upperBound] where position < 1 || position > head {
                throw EventStoreError.noSuchPosition(position, head: head)
            }
        }
    }
}

/// The events that edits leave out together.
struct RemovedEvents: Sendable {
    private var streams: Set<StreamName> = []
    private var positions: [ClosedRange<Position>] = []
    private var query: Query?
    private let filter: StreamFilter

    init(of groups: [EventGroup]) {
        var types = Query.Item()
        var actors = Query.Item()
        var correlations = Query.Item()
        for group in groups {
            switch group {
            case .type(let type): types.types.append(type)
            case .stream(let stream): streams.insert(stream)
            case .actor(let actor): actors.actors.append(actor)
            case .correlation(let id): correlations.correlations.append(id)
            case .positions(let range): positions.append(range)
            }
        }
        filter = StreamFilter(of: streams)
        let items = [types, actors, correlations].filter { $0 != Query.Item() }
        if !items.isEmpty { query = Query(items) }
    }

    func contains(_ event: EventView) -> Bool {
        if let query, query.matches(event) { return true }
        if positions.contains(where: { $0.contains(event.position) }) { return true }
        return filter.mayContain(event.streamName) && streams.contains(event.stream)
    }
}
