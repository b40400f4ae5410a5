import DomainKit
import Foundation
import Nacre

@testable import NacreLMDB

extension MicroBenchmark {
    /// Lookups of events: in the index's file, and in the tail in memory.
    static let lookups = [indexVersions, indexIDs, indexStreams, indexQueries, tailVersions]

    /// Enough to fill one index batch but not two, so that the index has events and the tail has the others.
    private static let events = 40_000
    private static let sample = SampleEvents(streams: 4_000, dataBytes: 64)

    /// The number of lookups in one call.
    private static let looks = 200

    /// Numbers spread over the log.
    private static func number(_ look: Int) -> Int { Int(mixed(UInt64(look)) % UInt64(events)) }

    private static let indexVersions = MicroBenchmark("index.version", per: "look-up") { folder in
        versions(in: try await SampleStore.indexed(folder, with: sample, events: events), events / sample.streams)
    }

    private static let tailVersions = MicroBenchmark("tail.version", per: "look-up") { folder in
        // Fewer than a generation of the tail: none of them is indexed.
        versions(in: try await SampleStore.filled(folder, with: sample, events: 12_000), 3)
    }

    /// Lookups of stream versions, as by an append with an expected version, or by `version(of:)`.
    private static func versions(in store: LMDBEventStore, _ version: Int) -> MicroWork {
        let keys = (0..<looks).map { StreamKey(sample.stream(of: number($0))) }
        return MicroWork(
            units: looks, end: { await store.close() },
            body: {
                try keys.count { key in
                    try store.shortLookup { (lookup, head, snapshot, log) in
                        try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
                    } == StreamVersion(version)
                }
            })
    }

    /// Lookups of events by caller-supplied ids, as by an append that may be a repeat.
    private static let indexIDs = MicroBenchmark("index.id", per: "look-up") { folder in
        let store = try await SampleStore.indexed(folder, with: sample, events: events)
        let wanted = (0..<looks).map(number)
        return MicroWork(units: looks, end: { await store.close() }) {
            try wanted.count { number in
                try store.shortLookup { (lookup, head, snapshot, log) in
                    try lookup.record(withID: SampleEvents.id(of: number), upTo: head, in: snapshot, log: &log)?
                        .position
                } == Position(number + 1)
            }
        }
    }

    /// Whole streams of ten events, as self-contained values.
    private static let indexStreams = MicroBenchmark("index.stream", per: "event") { folder in
        let store = try await SampleStore.indexed(folder, with: sample, events: events)
        let keys = (0..<20).map { StreamKey(sample.stream(of: number($0))) }
        return MicroWork(units: keys.count * events / sample.streams, end: { await store.close() }) {
            try keys.reduce(0) { found, key in
                var reader = StreamReader(key, .forward(after: 0), limit: nil)
                return try found + reader.first(store, limit: 128).count
            }
        }
    }

    /// The first events of a type with a tag, as self-contained values.
    private static let indexQueries = MicroBenchmark("index.query", per: "event") { folder in
        let store = try await SampleStore.indexed(folder, with: sample, events: events)
        let queries = (0..<5).map { number in
            Query([.init(types: ["ItemRenamed"], tags: [SampleEvents.owner(of: number)])])
        }
        return MicroWork(units: queries.count * 25, end: { await store.close() }) {
            try queries.reduce(0) { found, query in
                var reader = LogReader(.forward(after: 0), matching: query, limit: nil)
                return try found + reader.first(store, limit: 25).count
            }
        }
    }
}
