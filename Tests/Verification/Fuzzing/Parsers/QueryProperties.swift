import DomainKit
import Nacre

/// A query is refused only because of its limits, and all ways of matching agree.
///
/// The first line is an event: stream, type and tags, separated by tabs. Each further line is an item of a query; its
/// terms begin with `t` for a type, `c` for a category and `#` for a tag.
enum QueryProperties {
    static func check(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { Array($0) }
        }
        let items = lines.dropFirst().map(Terms.init)
        let query = Query(items.map(\.item))
        let isRight = (1...64).contains(items.count) && items.allSatisfy(\.isWithinLimits)
        do throws(EventStoreError) {
            try query.validate()
            expect(isRight, "a query beyond the limits is taken: \(query)")
        } catch {
            expect(error.code == .invalidArgument && !error.message.isEmpty, "\(error)")
            expect(!isRight, "a query within the limits is refused: \(error)")
        }
        let event = Event(lines[0])
        expect(!items.isEmpty || !query.matches(event.recorded), "no alternative matches")
        let matches = items.contains { $0.matches(event) }
        check(query, event, matches)
        // The order and the repetition of alternatives have no effect.
        check(Query(Array(query.items?.reversed() ?? [])), event, matches)
        check(Query((query.items ?? []) + (query.items ?? [])), event, matches)
        let again = Query(items.map(\.item))
        expect(again == query && again.hashValue == query.hashValue, "the same words are another query: \(query)")
        if let same = items.firstIndex(where: { $0.types.contains(event.type) }) {
            var other = items
            other[same].types.append(event.type + [0x61])
            expect(Query(other.map(\.item)) != query, "another type more is the same query")
        }
        expect(Query.all.matches(event.recorded), "all are not all")
    }

    private static func check(_ query: Query, _ event: Event, _ expected: Bool) {
        let recorded = event.recorded
        expect(query.matches(recorded) == expected, "\(query) matches \(recorded): \(!expected)")
        expect(query.matches(recorded.view) == expected, "\(query) matches \(recorded) where it lies: \(!expected)")
    }

    /// The parts of an event, as bytes.
    private struct Event {
        let stream: [UInt8]
        let type: [UInt8]
        let tags: [[UInt8]]

        init(_ parts: [[UInt8]]) {
            stream = parts[0]
            type = parts.count > 1 ? parts[1] : []
            tags = Array(parts.dropFirst(2))
        }

        var recorded: RecordedEvent {
            RecordedEvent(
                position: 1, stream: StreamName(text(stream)), version: 1, id: EventID(high: 1, low: 2),
                type: EventType(text(type)), schema: 1, time: Instant(nanosecondsSince1970: 0, decimals: 0),
                recordedAt: Instant(nanosecondsSince1970: 0, decimals: 0), tags: tags.map { Tag(text($0)) }, data: [],
                metadata: [], isLastOfCommit: true)
        }

        /// The part before the first hyphen.
        var category: [UInt8] { Array(stream.prefix { $0 != UInt8(ascii: "-") }) }
    }

    /// The terms of an item, as bytes.
    private struct Terms {
        var types: [[UInt8]] = []
        private var categories: [[UInt8]] = []
        private var tags: [[UInt8]] = []

        init(_ terms: [[UInt8]]) {
            for term in terms {
                switch term.first {
                case UInt8(ascii: "t"): types.append(Array(term.dropFirst()))
                case UInt8(ascii: "c"): categories.append(Array(term.dropFirst()))
                case UInt8(ascii: "#"): tags.append(Array(term.dropFirst()))
                default: break
                }
            }
        }

        var item: Query.Item {
            Query.Item(
                types: types.map { EventType(text($0)) }, categories: categories.map(text),
                tags: tags.map { Tag(text($0)) })
        }

        var isWithinLimits: Bool {
            [types, categories, tags].allSatisfy { $0.count <= 64 && $0.allSatisfy(Terms.isName) }
        }

        /// 1 to 255 bytes, without U+0000 to U+001F and U+007F to U+009F.
        private static func isName(_ bytes: [UInt8]) -> Bool {
            guard (1...255).contains(bytes.count), !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                return false
            }
            return !zip(bytes, bytes.dropFirst()).contains { $0 == 0xC2 && (0x80...0x9F).contains($1) }
        }

        func matches(_ event: Event) -> Bool {
            if !types.isEmpty, !types.contains(event.type) { return false }
            if !categories.isEmpty, !categories.contains(event.category) { return false }
            for tag in tags where !event.tags.contains(tag) { return false }
            return true
        }
    }

    /// The bytes of a text that was split at ASCII bytes.
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
