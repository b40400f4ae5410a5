import Nacre

/// What every writer commits, one commit after the other: a function of the seed, so that an audit needs no list of it.
struct CrashPlan: Hashable, Sendable, Codable {
    /// Writers that append at the same time in a child; one more, ``recoverer``, appends after each kill.
    var writers: Int

    var eventsPerAppend: Int

    /// How many streams a commit writes, at most as many as it has events; its events take turns among them.
    var streamsPerAppend: Int

    /// Streams, numbered from 0; each writer has its own share.
    var streams: Int

    /// Bytes of an event's data, at least those of its mark.
    var payloadBytes: Int

    var seed: UInt64

    /// Bytes of an event's metadata.
    var metadataBytes = 0

    /// The writer that appends after each kill, to show that the store takes appends again.
    var recoverer: Int { writers }

    /// The streams that a writer alone appends to, so that what it expects of their versions is right.
    func streams(of writer: Int) -> Range<Int> {
        streams * writer / (writers + 1)..<streams * (writer + 1) / (writers + 1)
    }

    /// The streams of a commit, in the order in which it names them first.
    func streams(of writer: Int, commit: UInt64) -> [Int] {
        let own = streams(of: writer)
        var random = SplitMix64(seed: seed ^ SplitMix64.hash(UInt64(writer)) &+ commit)
        let first = random.next(below: own.count)
        let count = min(streamsPerAppend, eventsPerAppend, own.count)
        return (0..<count).map { own.lowerBound + (first + $0) % own.count }
    }

    func mark(of writer: Int, commit: UInt64, index: Int) -> CrashMark {
        CrashMark(writer: UInt32(writer), index: UInt16(index), count: UInt16(eventsPerAppend), commit: commit)
    }

    /// An event, as it is appended and has to be read back.
    ///
    /// - Complexity: O(*n*) in the bytes of its payload and metadata.
    func event(_ mark: CrashMark) -> EventData {
        EventData(
            type: AppendLoad.eventType, schema: mark.schema, data: mark.payload(bytes: payloadBytes, seed: seed),
            metadata: mark.metadata(bytes: metadataBytes, seed: seed))
    }

    /// A whole commit of a writer, by its ordinal, which expects the heads of its streams exactly; 0 where one is not
    /// named.
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
