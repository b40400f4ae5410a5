import ArgumentParser
package import Nacre

/// The labels of a load's events, besides type and data.
package enum EventLabels: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// None: the engine generates the ids.
    case none

    case tag

    /// A random id supplied by the caller, a unique tag, and a recurring tag.
    case idAndTags = "id-and-tags"

    /// Metadata with a recurring actor, a correlation that an append's events share, and a unique causation.
    case context

    /// Whether events have tags, and perhaps ids.
    package var hasTags: Bool { self == .tag || self == .idAndTags }

    package static let recurringTags = 10_000

    /// The maximum number of recurring tags besides those of its labels: an event has at most 64 tags.
    package static let mostFurtherTags = 62

    /// All recurring tags, `topic-` and a number, in the order of their numbers.
    package static let topics: [Tag] = (0..<recurringTags).map { Tag("topic-" + String($0)) }

    /// The numbers of the recurring tags that only this writer uses; more writers than ``recurringTags`` share them.
    package static func topics(of writer: Int, among writers: Int) -> Range<Int> {
        guard writers <= recurringTags else { return writer % recurringTags..<writer % recurringTags + 1 }
        return recurringTags * writer / writers..<recurringTags * (writer + 1) / writers
    }
}

extension EventMark {
    /// The number of the event's recurring tag, one of its writer's.
    package func topic(of load: AppendLoad) -> Int {
        let topics = EventLabels.topics(of: Int(writer), among: load.writers)
        var random = SplitMix64(seed: load.seed ^ sequence &* 0x9E6C_63D0_876A_68EE)
        return topics.lowerBound + random.next(below: topics.count)
    }

    /// The event's id: a UUID of version 4 (RFC 9562, section 5.4), the same in every run.
    package func id(of load: AppendLoad) -> EventID {
        var random = SplitMix64(
            seed: load.seed &+ firstWord &* 0xD134_2543_DE82_EF95 ^ sequence &* 0xAF25_1AF3_B0F0_25B5)
        let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random.next() >> 2 | 1 << 63
        return EventID(high: high, low: low)
    }

    /// The event's unique tag: `event-`, the writer and the sequence number.
    package var uniqueTag: Tag { Tag("event-" + String(writer) + "-" + String(sequence)) }

    /// The metadata of an event of a load with the labels ``EventLabels/context``: about 115 bytes.
    ///
    /// - Complexity: one allocation.
    package func context(of load: AppendLoad) -> [UInt8] {
        let (writer, append) = (UInt64(writer) << 40, sequence / UInt64(load.eventsPerAppend))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        bytes.append(#"{"actor":"user-"#, UInt64(topic(of: load)))
        bytes.append(#"","correlationId":"request-"#, writer | append)
        bytes.append(#"","causationId":"event-"#, writer | sequence)
        bytes.append(contentsOf: #""}"#.utf8)
        return bytes
    }

    /// All tags of the event, in order.
    package func tags(of load: AppendLoad) -> [Tag] {
        switch load.labels {
        case .none, .context: furtherTags(of: load)
        case .tag: [EventLabels.topics[topic(of: load)]] + furtherTags(of: load)
        case .idAndTags: [uniqueTag, EventLabels.topics[topic(of: load)]] + furtherTags(of: load)
        }
    }

    /// Additional recurring tags after the event's first one, all different.
    private func furtherTags(of load: AppendLoad) -> [Tag] {
        guard load.furtherTags > 0 else { return [] }
        let own = topic(of: load)
        return (1...load.furtherTags).map { EventLabels.topics[(own + $0) % EventLabels.recurringTags] }
    }
}

extension [UInt8] {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends a text and a number in 16 hexadecimal digits.
    fileprivate mutating func append(_ text: StaticString, _ number: UInt64) {
        text.withUTF8Buffer { append(contentsOf: $0) }
        for shift in stride(from: 60, through: 0, by: -4) { append(Self.digits[Int(number >> UInt64(shift) & 0xF)]) }
    }
}
