package import Nacre

/// One call of a read.
package enum ReadCall: Hashable, Sendable, Codable {
    /// The head of the log.
    case head

    /// The version of a stream.
    case version(stream: Int)

    /// At most `limit` events, forward from after a position, or in a stream after a version.
    case page(EventFilter, after: UInt64, limit: Int)

    /// At most `limit` events, backward from the end.
    case last(EventFilter, limit: Int)
}

/// The outcome of a read.
package enum ReadOutcome: Hashable, Sendable, Codable {
    /// A head or a version.
    case number(UInt64)

    /// Events, in the order of the read.
    case events([SeenEvent])

    /// It failed.
    case failed(String)
}

/// An event as a read showed it.
package struct SeenEvent: Hashable, Sendable {
    package var position: Position

    /// Its stream, type and tags.
    package var shape: EventShape

    package var version: StreamVersion
    var key: CommitKey
    var index: Int
}

extension SeenEvent {
    /// Takes an event; `nil` if it is not a client's.
    package init?(_ event: RecordedEvent) {
        guard let shape = EventShape(event), let label = EventLabel(event.data) else { return nil }
        self.init(
            position: event.position, shape: shape, version: event.version, key: label.key, index: label.index)
    }
}

// Encoded as a list of numbers: histories hold millions of events.
extension SeenEvent: Codable {
    package init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        position = try numbers.decode(Position.self)
        shape = EventShape(stream: try numbers.decode(Int.self), type: try numbers.decode(Int.self), tags: [])
        version = try numbers.decode(StreamVersion.self)
        key = CommitKey(client: try numbers.decode(Int.self), number: try numbers.decode(Int.self))
        index = try numbers.decode(Int.self)
        while !numbers.isAtEnd { shape.tags.append(try numbers.decode(Int.self)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(position)
        try numbers.encode(shape.stream)
        try numbers.encode(shape.type)
        try numbers.encode(version)
        try numbers.encode(key.client)
        try numbers.encode(key.number)
        try numbers.encode(index)
        for tag in shape.tags { try numbers.encode(tag) }
    }
}
