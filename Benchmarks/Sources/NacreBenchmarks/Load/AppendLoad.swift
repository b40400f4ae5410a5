import Nacre

/// What is appended: by how many writers, how many events at a time, to how many streams, of which size.
struct AppendLoad: Hashable, Sendable, Codable {
    /// Writers that append at the same time.
    var writers: Int

    /// Events in each append, all to one stream.
    var eventsPerAppend: Int

    /// Streams, numbered from 0; at least one for each writer.
    var streams: Int

    /// Bytes of an event's data, at least those of its mark; where they are not all alike, about their mean.
    var payloadBytes: Int

    /// Where the draws begin: the same seed gives the same events.
    var seed: UInt64

    /// How large payloads are, where they are not all alike.
    var payloadSizes: PayloadSizes?

    /// What made-up payloads and metadata are like.
    var payloadContents = PayloadContents.random

    /// Bytes of an event's metadata; of a file's events their mean, rounded up.
    var metadataBytes = 0

    /// The events of a real file, in the place of made-up ones.
    var recorded: RecordedEvents?

    /// What the events carry beside their data.
    var labels = EventLabels.none

    /// Recurring tags that each event carries beside those of its labels.
    var furtherTags = 0

    /// Which appends carry a condition; `nil` where none does.
    var conditions: ConditionRule?

    /// In which order streams are appended to.
    var order = StreamOrder.drawn

    /// How streams are drawn, each writer's from its own.
    var distribution = KeyDistribution.uniform

    /// The exponent of Zipf's distribution.
    var exponent = KeyChoice.usualExponent

    /// Streams that an append writes, its events shared out evenly; a divisor of ``eventsPerAppend``.
    var streamsPerAppend = 1

    /// After one append in so many the same is sent again, under the same ids; `nil` where none is.
    var repeatsEvery: Int?

    /// The writers of this process, where several processes share the load; all of them otherwise.
    var ownWriters: Range<Int>?

    /// Whether events carry ids or tags.
    var hasTags: Bool { labels != .none || furtherTags > 0 || recorded?.hasTags == true }

    /// The writers that run here.
    var runningWriters: Range<Int> { ownWriters ?? 0..<writers }

    /// The type of every made-up event.
    static let eventType: EventType = "Measured"

    /// The streams that a writer alone appends to, so that what it expects of their versions is right.
    func streams(of writer: Int) -> Range<Int> {
        streams * writer / writers..<streams * (writer + 1) / writers
    }

    /// The name of a stream: `load-` and eight digits.
    ///
    /// - Complexity: O(1); 13 bytes, which Swift keeps without an allocation.
    static func streamName(_ number: Int) -> StreamName {
        let digits = String(number)
        return StreamName("load-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits)
    }

    /// The number of a stream, from the bytes of its name; `nil` where they are not such a name.
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
