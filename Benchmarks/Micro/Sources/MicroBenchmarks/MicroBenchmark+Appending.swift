import DomainKit
import LMDB
import Nacre

@testable import NacreLMDB

extension MicroBenchmark {
    /// The append path: on the caller's thread, and on the writer's.
    static let appending = [commitPreparing, groupAppending]

    private static let sample = SampleEvents(streams: 256)

    /// The caller's part of an append: it validates the commit and encodes its records in the log's format.
    private static let commitPreparing = MicroBenchmark("append.prepare", per: "commit") { _ in
        let commits = (0..<sample.streams).map { number in
            Commit(
                [sample.event(number, isTagged: true)], to: sample.stream(of: number), expecting: .exact(0))
        }
        return MicroWork(units: commits.count) {
            var whole = 0
            for commit in commits {
                try commit.validate()
                let prepared = PreparedCommit(commit, now: SampleEvents.moment)
                if prepared.bytes.count > sample.dataBytes, prepared.tagHashes.count == 1 { whole += 1 }
            }
            return whole
        }
    }

    /// A group of appends, from their commits to the tail: each is laid out, checked against its exact expected
    /// version, packed and committed.
    ///
    /// The sync, the queue, and the resumption of callers are left out.
    private static let groupAppending = MicroBenchmark("append.group", per: "append") { folder in
        let store = try await SampleStore.open(folder)
        let events = (0..<sample.streams).map { (stream: sample.stream(of: $0), event: sample.event($0)) }
        var writer = GroupWriter(store)
        var version: StreamVersion = 0
        return MicroWork(units: sample.streams, end: { await store.close() }) {
            let requests = events.map { stream, event in
                AppendRequest(
                    PreparedCommit(Commit([event], to: stream, expecting: .exact(version)), now: SampleEvents.moment))
            }
            let outcome = try store.environment.write { (transaction: consuming WriteTransaction) in
                var log = try LogSnapshot(in: transaction)
                let outcome = try writer.write(requests[...], behind: &log, to: transaction)
                try transaction.commit()
                return outcome
            }
            for postings in outcome.postings { store.lookup.tail.append(postings) }
            version += 1
            return outcome.events
        }
    }
}
