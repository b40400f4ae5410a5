package import Nacre

/// The attributes of an event that rules and queries use, as numbers.
package struct EventShape: Hashable, Sendable, Codable {
    package var stream: Int
    package var type: Int

    /// The numbers of its tags, ascending.
    package var tags: [Int]

    /// The categories, which streams use in turn.
    package static let categories = ["even", "odd"]

    /// The name of a stream, whose category is that of its number.
    package static func streamName(_ number: Int) -> StreamName {
        StreamName(categories[number % categories.count] + "-" + String(number))
    }

    static func typeName(_ number: Int) -> EventType { EventType("Kind" + String(number)) }

    static func tagName(_ number: Int) -> Tag { Tag("tag:" + String(number)) }
}

extension EventShape {
    /// Reads the names of an event; `nil` if they are not a client's.
    package init?(_ event: RecordedEvent) {
        guard let stream = Self.number(event.stream.text, behind: "-"),
            Self.streamName(stream) == event.stream, let type = Self.number(event.type.text, behind: "d")
        else { return nil }
        let tags = event.tags.compactMap { Self.number($0.text, behind: ":") }
        guard tags.count == event.tags.count else { return nil }
        self.init(stream: stream, type: type, tags: tags)
    }

    private static func number(_ name: String, behind separator: Character) -> Int? {
        name.firstIndex(of: separator).flatMap { Int(name[name.index(after: $0)...]) }
    }
}

/// The identity of a commit: its client, and its number among that client's commits.
///
/// A repeat has the same key.
package struct CommitKey: Hashable, Sendable, Codable {
    /// The number of the client that made it.
    package var client: Int

    /// Its index among that client's commits.
    package var number: Int

    package init(client: Int, number: Int) {
        self.client = client
        self.number = number
    }
}

/// The identity of an event, which is in its data: the commit and the index in it.
package struct EventLabel: Hashable, Sendable {
    package var key: CommitKey

    /// The event's index in it, from 0.
    package var index: Int

    /// The number of events in the commit.
    package var count: Int

    package init(key: CommitKey, index: Int, count: Int) {
        (self.key, self.index, self.count) = (key, index, count)
    }

    /// The data of the event: the label as text, padded with blanks.
    package func data(bytes: Int) -> [UInt8] {
        let text = [UInt8]("\(key.client)/\(key.number)/\(index)/\(count)".utf8)
        return text + [UInt8](repeating: UInt8(ascii: " "), count: max(0, bytes - text.count))
    }

    /// The id of the event if its commit has ids: a UUID of version 4 drawn from the label.
    package func id(seed: UInt64) -> EventID {
        var random = SplitMix64(
            seed: seed ^ SplitMix64.hash(UInt64(key.client) << 40 ^ UInt64(key.number) << 8 ^ UInt64(index)))
        return EventID(high: random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: random.next() >> 2 | 1 << 63)
    }
}

extension EventLabel {
    /// Reads the label in an event's data; `nil` if there is none.
    package init?(_ data: [UInt8]) {
        let text = data.prefix { $0 != UInt8(ascii: " ") }
        let numbers = text.split(separator: UInt8(ascii: "/")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 4 else { return nil }
        self.init(key: CommitKey(client: numbers[0], number: numbers[1]), index: numbers[2], count: numbers[3])
    }
}
