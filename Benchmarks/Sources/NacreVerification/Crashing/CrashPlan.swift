package import Nacre

/// The commits of every writer, in order: a function of the seed, so that an audit needs no list of them.
package struct CrashPlan: Hashable, Sendable, Codable {
    /// Concurrent writers in a child; one more, ``recoverer``, appends after each kill.
    package var writers: Int

    package var eventsPerAppend: Int

    /// The number of streams in a commit, at most that of its events, which use the streams in turn.
    package var streamsPerAppend: Int

    /// Streams, numbered from 0; each writer has its own share.
    package var streams: Int

    /// Bytes of an event's data, at least those of its mark.
    package var payloadBytes: Int

    package var seed: UInt64

    /// Bytes of an event's metadata.
    package var metadataBytes = 0

    package init(
        writers: Int, eventsPerAppend: Int, streamsPerAppend: Int, streams: Int, payloadBytes: Int, seed: UInt64,
        metadataBytes: Int = 0
    ) {
        (self.writers, self.eventsPerAppend, self.streamsPerAppend) = (writers, eventsPerAppend, streamsPerAppend)
        (self.streams, self.payloadBytes, self.seed) = (streams, payloadBytes, seed)
        self.metadataBytes = metadataBytes
    }

    /// The writer that appends after each kill, to show that the store accepts appends again.
    var recoverer: Int { writers }

    /// The streams that only this writer appends to, so that its expected versions are right.
    package func streams(of writer: Int) -> Range<Int> {
        streams * writer / (writers + 1)..<streams * (writer + 1) / (writers + 1)
    }

    /// The streams of a commit, in the order of first use.
    package func streams(of writer: Int, commit: UInt64) -> [Int] {
        let own = streams(of: writer)
        var random = SplitMix64(seed: seed ^ SplitMix64.hash(UInt64(writer)) &+ commit)
        let first = random.next(below: own.count)
        let count = min(streamsPerAppend, eventsPerAppend, own.count)
        return (0..<count).map { own.lowerBound + (first + $0) % own.count }
    }

    package func mark(of writer: Int, commit: UInt64, index: Int) -> CrashMark {
        CrashMark(writer: UInt32(writer), index: UInt16(index), count: UInt16(eventsPerAppend), commit: commit)
    }

    /// An event as it is appended, and must be read back.
    ///
    /// - Complexity: O(*n*) in the bytes of its payload and metadata.
    package func event(_ mark: CrashMark) -> EventData {
        EventData(
            type: AppendLoad.eventType, schema: mark.schema, data: mark.payload(bytes: payloadBytes, seed: seed),
            metadata: mark.metadata(bytes: metadataBytes, seed: seed))
    }

    /// A whole commit of a writer, by index, which expects the exact heads of its streams; 0 for a head that is not
    /// given.
    func commit(of writer: Int, number: UInt64, heads: [Int: StreamVersion]) -> Commit {
        let streams = streams(of: writer, commit: number)
        let names = streams.map(AppendLoad.streamName)
        let entries = (0..<eventsPerAppend).map { index in
            Commit.Entry(
                stream: names[index % names.count],
                event: event(mark(of: writer, commit: number, index: index)))
        }
        return Commit(
            entries: entries,
            expectations: zip(streams, names).map { .init(stream: $1, expectation: .exact(heads[$0, default: 0])) })
    }
}
