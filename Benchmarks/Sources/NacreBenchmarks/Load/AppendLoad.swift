import Nacre

/// A load: the number of writers, the events per append, the streams, and the sizes.
struct AppendLoad: Hashable, Sendable, Codable {
    /// Concurrent writers.
    var writers: Int

    /// Events in each append, all to one stream.
    var eventsPerAppend: Int

    /// Streams, numbered from 0; at least one for each writer.
    var streams: Int

    /// Bytes of an event's data, at least those of its mark; for varying sizes, about their mean.
    var payloadBytes: Int

    /// The seed of all draws: the same seed gives the same events.
    var seed: UInt64

    /// The sizes of payloads, if they vary.
    var payloadSizes: PayloadSizes?

    /// The contents of generated payloads and metadata.
    var payloadContents = PayloadContents.random

    /// Bytes of an event's metadata; for a file's events, their mean, rounded up.
    var metadataBytes = 0

    /// The events of a real file, instead of generated ones.
    var recorded: RecordedEvents?

    /// The ids and tags of events.
    var labels = EventLabels.none

    /// Recurring tags of each event in addition to those of its labels.
    var furtherTags = 0

    /// Which appends have a condition; `nil` if none has.
    var conditions: ConditionRule?

    /// The order in which streams are appended to.
    var order = StreamOrder.drawn

    /// The distribution of streams; each writer draws from its own streams.
    var distribution = KeyDistribution.uniform

    /// The exponent of Zipf's distribution.
    var exponent = KeyChoice.usualExponent

    /// Streams that an append writes, with its events divided evenly; a divisor of ``eventsPerAppend``.
    var streamsPerAppend = 1

    /// The number of appends after which the last one is repeated, under the same ids; `nil` if none is.
    var repeatsEvery: Int?

    /// The writers of this process, if several processes share the load; `nil` for all.
    var ownWriters: Range<Int>?

    /// Whether events carry ids or tags.
    var hasTags: Bool { labels != .none || furtherTags > 0 || recorded?.hasTags == true }

    /// The writers that run here.
    var runningWriters: Range<Int> { ownWriters ?? 0..<writers }

    /// The type of every generated event.
    static let eventType: EventType = "Measured"

    /// The streams that only this writer appends to, so that its expected versions are right.
    func streams(of writer: Int) -> Range<Int> {
        streams * writer / writers..<streams * (writer + 1) / writers
    }

    /// The name of a stream: `load-` and eight digits.
    ///
    /// - Complexity: O(1); 13 bytes, which Swift stores without an allocation.
    static func streamName(_ number: Int) -> StreamName {
        let digits = String(number)
        return StreamName("load-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits)
    }

    /// The number of a stream, from the bytes of its name; `nil` if they are not such a name.
    static func streamNumber(_ name: RawSpan) -> Int? {
        let prefix: StaticString = "load-"
        guard name.byteCount == prefix.utf8CodeUnitCount + 8 else { return nil }
        var number = 0
        for (offset, expected) in "load-".utf8.enumerated() where name.byte(at: offset) != expected { return nil }
        for offset in 5..<13 {
            let digit = name.byte(at: offset)
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
