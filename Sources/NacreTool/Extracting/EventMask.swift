import DomainKit
import Nacre

/// Masks values of events: at given paths, and in tags that carry them.
///
/// The same value has the same mask everywhere, so that what was equal stays equal.
struct EventMask {
    // FEAT-60: A mask keeps the kind of a value, and equality.

    /// A value that is masked.
    private enum Value: Hashable {
        /// A string, by the bytes of its text: one text is written in several ways.
        case text([UInt8])

        /// Any other value, as it is written.
        case other([UInt8])
    }

    private let paths: [JSONPath]
    private var masks: [Value: Int] = [:]
    private var numbers: [String: Int] = [:]
    private var lowercased: [String: Int] = [:]
    private var texts = MaskedTexts()
    private var ids = MaskedIDs()

    /// Learns the values of all events, before any is masked.
    ///
    /// - Throws: ``CommandError`` if no event has a value at one of the paths.
    init(_ paths: [JSONPath], of events: [RecordedEvent]) throws(CommandError) {
        self.paths = paths
        guard !paths.isEmpty else { return }
        for path in paths where !events.contains(where: { !path.ranges(in: path.document(of: $0).span).isEmpty }) {
            throw .noValue(at: path, in: events)
        }
        var values: [Value] = []
        var known: Set<Value> = []
        for event in events {
            ids.learn(event)
            for (root, json) in [("data", event.data), ("metadata", event.metadata)] {
                for range in ranges(of: root, in: json) {
                    let bytes = Array(json[range])
                    // A string within an object or array is masked with it, and in tags as any other.
                    let inner = JSONTexts(bytes)
                    for number in inner.numbers { texts.insert(number) }
                    for value in [Self.value(bytes)] + inner.strings.map({ Value.text(Array($0.utf8)) })
                    where known.insert(value).inserted {
                        values.append(value)
                    }
                }
            }
        }
        number(values)
    }

    /// Gives each value its number, in order; the mask of a number is none of the numbers that are masked.
    private mutating func number(_ values: [Value]) {
        var taken: Set<Double> = []
        for case .other(let bytes) in values { taken.insert(Self.number(bytes) ?? 0) }
        var next = 1
        for value in values {
            switch value {
            case .text(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                texts.insert(text)
                numbers[text] = next
                if lowercased[text.lowercased()] == nil { lowercased[text.lowercased()] = next }
            case .other(let bytes):
                if Self.number(bytes) != nil { while taken.contains(Double(next)) { next += 1 } }
            }
            masks[value] = next
            next += 1
        }
    }

    /// The values to be masked in a document, in its order, without those within another one.
    private func ranges(of root: String, in json: [UInt8]) -> [Range<Int>] {
        let all = paths.filter { $0.root == root }.flatMap { $0.ranges(in: json.span) }
        var end = 0
        return all.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }.filter { range in
            guard range.lowerBound >= end else { return false }
            end = range.upperBound
            return true
        }
    }

    // MARK: Masking

    /// The event with its values masked.
    func callAsFunction(_ event: RecordedEvent) -> RecordedEvent {
        guard !paths.isEmpty else { return event }
        return RecordedEvent(
            position: event.position, stream: event.stream, version: event.version, id: ids[event.id] ?? event.id,
            type: event.type, schema: event.schema, time: event.time, recordedAt: event.recordedAt,
            tags: event.tags.map { Tag(mask($0.text)) }, data: mask(event.data, "data"),
            metadata: ids.replacing(in: mask(event.metadata, "metadata")), isLastOfCommit: event.isLastOfCommit)
    }

    private func mask(_ json: [UInt8], _ root: String) -> [UInt8] {
        var masked = json
        // From the back, so that the ranges before stay valid.
        for range in ranges(of: root, in: json).reversed() {
            let number = masks[Self.value(Array(json[range]))] ?? 0
            let replacement =
                switch json[range.lowerBound] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): "\(number)"
                case UInt8(ascii: "t"), UInt8(ascii: "f"): "false"
                case UInt8(ascii: "n"): "null"
                default: "\"masked-\(number)\""
                }
            masked.replaceSubrange(range, with: replacement.utf8)
        }
        return masked
    }

    /// A tag, whose parts between colons are masked where they are a masked text, as it is or in lower case.
    private func mask(_ tag: String) -> String {
        let parts = tag.split(separator: ":", omittingEmptySubsequences: false).map { part in
            mask(ofText: String(part)) ?? String(part)
        }
        return mask(ofText: tag) ?? parts.joined(separator: ":")
    }

    /// The mask of a text that is masked, as it is or in lower case.
    private func mask(ofText text: String) -> String? {
        (numbers[text] ?? lowercased[text]).map { "masked-\($0)" }
    }

    /// A text, or its mask if it is a masked one or the id of an event.
    func masked(_ text: String) -> String {
        mask(ofText: text) ?? ids.replacement(of: text) ?? text
    }

    // MARK: Looking for what is left

    /// Whether a masked text or number occurs in a masked event.
    func occurs(in event: RecordedEvent) -> Bool { texts.occur(in: event) }

    /// Whether one occurs in texts.
    func occurs(in texts: [String]) -> Bool { self.texts.occur(in: texts) }

    private static func value(_ json: [UInt8]) -> Value {
        guard json.first == UInt8(ascii: "\"") else { return .other(json) }
        // A string with a lone surrogate has no text, and no tag can carry it.
        return JSONTexts(json).strings.first.map { .text(Array($0.utf8)) } ?? .other(json)
    }

    private static func number(_ json: [UInt8]) -> Double? { Double(String(decoding: json, as: UTF8.self)) }
}

extension JSONPath {
    /// The document of an event into which it leads.
    fileprivate func document(of event: RecordedEvent) -> [UInt8] { root == "metadata" ? event.metadata : event.data }
}
