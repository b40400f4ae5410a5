import DomainKit
import Nacre

/// Ids of events that are hashes of their events, and would confirm a guess of a masked value.
///
/// An import gives such ids, of version 5, to events without one. They are replaced by ids of version 8 with the
/// position of the event, and alike where they are a cause or a correlation.
struct MaskedIDs {
    private static let paths = ["causationId", "correlationId"].map { JSONPath(root: "metadata", steps: [.key($0)]) }

    private var replacements: [EventID: EventID] = [:]
    private var unknown: UInt64 = 0

    subscript(_ id: EventID) -> EventID? { replacements[id] }

    /// Learns the ids of an event and in its metadata; events are learnt in log order.
    mutating func learn(_ event: RecordedEvent) {
        if event.id.isHash { replacements[event.id] = EventID(numbered: event.position) }
        for range in Self.ranges(in: event.metadata) {
            guard let id = Self.id(Array(event.metadata[range])), id.isHash, replacements[id] == nil else { continue }
            // Of an event that is not extracted, or that comes later and then has its own.
            unknown += 1
            replacements[id] = EventID(numbered: 1 << 61 | unknown)
        }
    }

    /// Metadata with its ids replaced.
    func replacing(in metadata: [UInt8]) -> [UInt8] {
        var replaced = metadata
        for range in Self.ranges(in: metadata).reversed() {
            guard let id = Self.id(Array(metadata[range])), let other = replacements[id] else { continue }
            replaced.replaceSubrange(range, with: "\"\(other)\"".utf8)
        }
        return replaced
    }

    /// The text of the id that replaces another; `nil` if the text is no id that is replaced.
    func replacement(of text: String) -> String? { EventID(text).flatMap { replacements[$0] }.map { "\($0)" } }

    private static func ranges(in metadata: [UInt8]) -> [Range<Int>] {
        paths.flatMap { $0.ranges(in: metadata.span) }.sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func id(_ json: [UInt8]) -> EventID? { JSONTexts(json).strings.first.flatMap { EventID($0) } }
}

extension EventID {
    /// Whether it is a UUID of version 5.
    fileprivate var isHash: Bool { high >> 12 & 0xF == 5 }

    /// A UUID of version 8 with a number.
    fileprivate init(numbered number: UInt64) { self.init(high: 0x8000, low: 1 << 63 | number) }
}
