package import Nacre

/// A load: the number of writers, the events per append, the streams, and the sizes.
package struct AppendLoad: Hashable, Sendable, Codable {
    package var writers: Int

    /// Events in each append, all to one stream.
    package var eventsPerAppend: Int

    /// Streams, numbered from 0; at least one for each writer.
    package var streams: Int

    /// Bytes of an event's data, at least those of its mark; if the sizes vary, approximately their mean.
    package var payloadBytes: Int

    /// The seed of all draws: the same seed gives the same events.
    package var seed: UInt64

    package var payloadSizes: PayloadSizes?
    package var payloadContents = PayloadContents.random

    /// Bytes of an event's metadata; if the events come from a file, the mean, rounded up.
    package var metadataBytes = 0

    package var recorded: RecordedEvents?

    package var labels = EventLabels.none

    /// Recurring tags of each event in addition to those of its labels.
    package var furtherTags = 0

    /// Which appends have a condition; `nil` if none has.
    package var conditions: ConditionRule?

    package var order = StreamOrder.drawn

    /// The distribution of streams; each writer draws from its own streams.
    package var distribution = KeyDistribution.uniform

    /// The exponent of Zipf's distribution.
    package var exponent = KeyChoice.usualExponent

    /// Streams that an append writes, with its events divided evenly; a divisor of ``eventsPerAppend``.
    package var streamsPerAppend = 1

    /// The number of appends after which the last one is repeated, under the same ids; `nil` if none is.
    package var repeatsEvery: Int?

    /// The writers of this process, if several processes share the load; `nil` for all.
    package var ownWriters: Range<Int>?

    package init(
        writers: Int, eventsPerAppend: Int, streams: Int, payloadBytes: Int, seed: UInt64, labels: EventLabels = .none,
        conditions: ConditionRule? = nil, order: StreamOrder = .drawn
    ) {
        (self.writers, self.eventsPerAppend, self.streams) = (writers, eventsPerAppend, streams)
        (self.payloadBytes, self.seed, self.labels) = (payloadBytes, seed, labels)
        (self.conditions, self.order) = (conditions, order)
    }

    package var hasTags: Bool { labels.hasTags || furtherTags > 0 || recorded?.hasTags == true }

    package var runningWriters: Range<Int> { ownWriters ?? 0..<writers }

    /// The type of every generated event.
    package static let eventType: EventType = "Measured"

    /// The streams that only this writer appends to, so that its expected versions are right.
    package func streams(of writer: Int) -> Range<Int> {
        streams * writer / writers..<streams * (writer + 1) / writers
    }

    /// The name of a stream: `load-` and eight digits.
    ///
    /// - Complexity: O(1); 13 bytes, which Swift stores without an allocation.
    package static func streamName(_ number: Int) -> StreamName {
        let digits = String(number)
        return StreamName("load-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits)
    }
}
