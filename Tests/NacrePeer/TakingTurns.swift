import Foundation
import LMDB
import Nacre
import NacreLMDB
import PeerMessages
import Synchronization

/// A worker that opens a store again and again while other processes do the same, and judges what it finds.
///
/// Each worker appends to a stream of its own. All count their acknowledged events in a shared page of memory, worker 3
/// at index 3, so that each opening knows what it must see at once. The number of hand-overs follows the last worker's.
struct TakingTurns {
    private let path: String
    private let options: LMDBEventStore.Options
    private let worker: Int
    private let workers: Int
    private let counts: SharedCounts

    /// - Throws: Foundation's error if the file of counts, beside the store, cannot be mapped.
    init(path: String, options: LMDBEventStore.Options, worker: Int, workers: Int) throws {
        self.path = path
        self.options = options
        self.worker = worker
        self.workers = workers
        counts = try SharedCounts(path: path + ".counts")
    }

    func run(rounds: Int) async throws -> PeerTurns {
        var report = PeerTurns()
        // Longer if no journal was handed over, which needs a worker that is alone for a while.
        while report.openings < rounds
            || report.openings < 3 * rounds && counts[workers].pointee.load(ordering: .relaxed) < 3
        {
            let before = (0..<workers).map { counts[$0].pointee.load(ordering: .sequentiallyConsistent) }
            let store = try await LMDBEventStore.open(at: path, options: options)
            report.openings += 1
            try await judge(store, before, &report)
            var wasInUse = false
            for _ in 0..<Int.random(in: 1...120) {
                try await append(to: store, &report)
                let isInUse = try hasMark()
                if isInUse { report.journaled += 1 }
                if wasInUse, !isInUse {
                    report.handOvers += 1
                    counts[workers].pointee.add(1, ordering: .relaxed)
                }
                wasInUse = isInUse
            }
            await store.close()
            // So long that another worker is alone now and then.
            usleep(.random(in: 0..<UInt32(workers * workers) * 20_000))
        }
        return report
    }

    /// Judges versions, heads and queries against what was acknowledged before the store was opened.
    private func judge(_ store: LMDBEventStore, _ before: [Int], _ report: inout PeerTurns) async throws {
        if try await store.head() < Position(before.reduce(0, +)) { report.violations.append("a stale head") }
        for (number, count) in before.enumerated() {
            let version = Int(try await store.version(of: Self.stream(number)))
            if version < count { report.violations.append("stream \(number) at \(version) after \(count)") }
            if number == worker, version != count { report.violations.append("own stream at \(version), not \(count)") }
            guard count > 0 else { continue }
            let ofWorker = Query.tagged(Tag("of:\(number)"))
            let tagged = try await store.readLog(.backward(), matching: ofWorker, limit: 1).collect()
            if Int(tagged.first?.version ?? 0) < count { report.violations.append("tag of \(number) after \(count)") }
            let unique = try await store.readLog(.forward(), matching: .tagged(Tag("n:\(number)-\(count)"))).collect()
            if unique.map({ Int($0.version) }) != [count] { report.violations.append("not one \(number)-\(count)") }
        }
    }

    /// Appends one event; every now and then, tries what must be refused first.
    private func append(to store: LMDBEventStore, _ report: inout PeerTurns) async throws {
        let count = counts[worker].pointee.load(ordering: .sequentiallyConsistent)
        if count > 0, Int.random(in: 0..<8) == 0 {
            try await expectConflict(store, commit(count + 1, expecting: count - 1, unique: count + 1), &report)
            try await expectConflict(store, commit(count + 1, expecting: count, unique: count), &report)
        }
        do {
            try await store.append(commit(count + 1, expecting: count, unique: count + 1))
            counts[worker].pointee.add(1, ordering: .sequentiallyConsistent)
            report.acknowledged += 1
        } catch let error as EventStoreError where error.code == .conflict {
            report.violations.append("a false conflict: \(error.message)")
        }
    }

    private func expectConflict(_ store: LMDBEventStore, _ commit: Commit, _ report: inout PeerTurns) async throws {
        do {
            try await store.append(commit)
            report.violations.append("no conflict")
        } catch let error as EventStoreError where error.code == .conflict {}
    }

    /// A commit of one event, which no other task may have appended before.
    private func commit(_ number: Int, expecting version: Int, unique: Int) -> Commit {
        Commit {
            Append(
                EventData(
                    type: "Taken", tags: [Tag("of:\(worker)"), Tag("n:\(worker)-\(number)")],
                    data: Array("\(number)".utf8)),
                to: Self.stream(worker))
            Expect(Self.stream(worker), .exact(StreamVersion(version)))
            Condition(failIfEventsMatch: .tagged(Tag("n:\(worker)-\(unique)")))
        }
    }

    private static func stream(_ worker: Int) -> StreamName { StreamName("turns-\(worker)") }

    /// Whether the log calls its journal in use: its header has a second checksum.
    private func hasMark() throws -> Bool {
        let log = try Environment.open(
            at: path + "/log.mdb", options: Environment.Options(mapSize: options.mapSize, durability: .full))
        defer { log.close() }
        return try log.read { (transaction) in
            try withUnsafeBytes(of: UInt64(0)) { key in try transaction.get(key)?.count == 56 }
        }
    }
}
