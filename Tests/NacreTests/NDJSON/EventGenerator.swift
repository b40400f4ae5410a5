import DomainKit
import TestRandomness

@testable import Nacre

/// Generates recorded events within all limits, with contents that are difficult for text formats.
struct EventGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func event() -> RecordedEvent {
        RecordedEvent(
            position: random.next(), stream: StreamName(name()), version: random.next(),
            id: EventID(high: random.next(), low: random.next()), type: EventType(name()),
            schema: random.chance(50) ? 1 : 1 + random.below(65_535), time: instant(), recordedAt: instant(),
            tags: tags(), data: payload(), metadata: metadata(), isLastOfCommit: random.chance(50))
    }

    private mutating func name() -> String {
        let pieces = [
            "a", "Z", "-", "$", " ", "\"", "\\", "/", "\\u0041", "é", "e\u{301}", "日本", "🦪", "\u{2028}", "\u{FEFF}",
            "\u{A0}",
            "\u{FFFF}", "\u{10FFFF}", "\u{1F468}\u{200D}\u{1F469}", "{}", "<&>",
        ]
        return (0...random.below(10)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    private mutating func tags() -> [Tag] {
        var tags: [Nacre.Tag] = []
        for _ in 0..<(random.chance(50) ? 0 : random.below(8)) {
            let tag = Tag(name())
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private mutating func instant() -> Instant {
        let scales: [Int64] = [1_000_000_000, 1_000_000, 1_000, 1]
        let scale = scales[random.below(4)]
        return Instant(
            nanosecondsSince1970: Int64.random(in: .min / scale ... .max / scale, using: &random) * scale,
            decimals: UInt8(random.below(10)))
    }

    private mutating func payload() -> [UInt8] {
        switch random.below(6) {
        case 0: return []
        case 1: return (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 2: return Array(name().utf8)
        default:
            var generator = JSONGenerator(seed: random.next())
            let document = generator.document()
            return random.chance(20) ? generator.spoiled(document) : document
        }
    }

    private mutating func metadata() -> [UInt8] {
        switch random.below(5) {
        case 0: return []
        case 1: return payload()
        case 2: return Array(#"{"actor":1}"#.utf8)
        default:
            var writer = JSONWriter()
            writer.beginObject()
            for key in ["correlationId", "causationId", "actor", "x"] where random.chance(60) {
                writer.key(key)
                writer.string(name())
            }
            writer.endObject()
            return writer.bytes
        }
    }
}
