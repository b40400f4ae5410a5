import DomainKit
import Nacre
import NacreLMDB
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A complete store of a few hundred events, with index and read models; its copies are mutated.
struct Specimen: Sendable {
    /// The files of a store.
    enum File: String, CaseIterable, Sendable {
        case log = "log.mdb"
        case index = "index.mdb"
        case views = "views.mdb"
    }

    /// The shape of a store.
    enum Shape: Int, CaseIterable, Sendable {
        /// Few events in small blocks, all indexed.
        case few
        /// Commits of several blocks, half of them in the tail.
        case blocks
        /// Runs of many levels, some merged, and a stream of hundreds of events.
        case merged
        /// Only a tail, no indexed events.
        case tail
    }

    let shape: Shape
    private(set) var bytes: [File: Data] = [:]
    private(set) var entries: [File: [RawEntry]] = [:]
    private(set) var log = ParsedLog([])
    /// The answers of the log.
    private(set) var model = Model(ParsedLog([]))

    /// The blocks of each group of commits; a group ends with a commit.
    private(set) var groups: [[[UInt8]]] = []

    /// Creates a store in a folder, and reads its files.
    init(_ shape: Shape, in folder: String) async throws {
        self.shape = shape
        try await fill(folder)
        for file in File.allCases {
            let path = folder + "/" + file.rawValue
            entries[file] = try RawFile.entries(of: path)
            bytes[file] = try Data(contentsOf: URL(filePath: path))
        }
        log = ParsedLog(entries[.log] ?? [])
        model = Model(log)
        groups = Self.groups(of: entries[.log] ?? [])
        guard log.soundness == .sound else { throw Mistake("a store that was just made is not sound") }
    }

    /// Writes the files into a folder, and replaces its contents.
    func write(to folder: String) throws {
        for file in File.allCases {
            let path = folder + "/" + file.rawValue
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + "-lock")
            try bytes[file]?.write(to: URL(filePath: path))
        }
        // Of a case before.
        for name in ["journal", "journal-lost", "journal.unfinished", "journal-lock"] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    private static func groups(of log: [RawEntry]) -> [[[UInt8]]] {
        var groups: [[[UInt8]]] = []
        var group: [[UInt8]] = []
        for entry in log.dropFirst() {
            group.append(entry.value)
            let block = ParsedBlock(entry.value, at: entry.key.bigEndian(at: 0))
            guard let block, block.record(block.count - 1)?.event.isLastOfCommit == true else { continue }
            groups.append(group)
            group = []
        }
        return groups
    }

    private func fill(_ folder: String) async throws {
        let clock = SteppedClock()
        var work = Workload(
            random: SeededGenerator(seed: UInt64(shape.rawValue)), dataBytes: 40, crowding: shape == .merged ? 60 : 20)
        let stages =
            switch shape {
            case .few: 2
            case .blocks: 3
            case .merged: 10
            case .tail: 1
            }
        for stage in 0..<stages {
            var store = try await Self.open(folder, clock, isIndexing: false)
            switch shape {
            case .few: for _ in 0..<5 { try await store.append(work.commit(events: 3)) }
            case .blocks:
                work.dataBytes = 12_000
                for _ in 0..<2 { try await store.append(work.commit(events: 14)) }
                work.dataBytes = 40
                for _ in 0..<3 { try await store.append(work.commit(events: 2)) }
            case .merged:
                try await store.append(work.commit(events: 40))
                for _ in 0..<5 { try await store.append(work.commit(events: 3)) }
            case .tail: for _ in 0..<12 { try await store.append(work.commit(events: 2)) }
            }
            await store.close()
            if stage == stages / 2 { try await deriveFirst(folder, clock) }
            if stage == stages - 1 { try await deriveLast(folder, clock) }
            guard shape != .tail, shape != .blocks || stage < 2 else { continue }
            store = try await Self.open(folder, clock, isIndexing: true)
            await store.close()
        }
        if shape == .tail || shape == .blocks { return }
        // A few commits that are not indexed.
        let store = try await Self.open(folder, clock, isIndexing: false)
        for _ in 0..<2 { try await store.append(work.commit(events: 2)) }
        await store.close()
    }

    /// Read models in the middle of the log, which lag then.
    private func deriveFirst(_ folder: String, _ clock: SteppedClock) async throws {
        let store = try await Self.open(folder, clock, isIndexing: false)
        let models = try await Self.models(folder)
        for projection in [Counts(), Counts(name: "older"), Counts(name: "halting", halts: true)] {
            _ = try? await ProjectionRunner(projection: projection, store: store, models: models, time: clock).catchUp()
        }
        try await ProcessRunner(manager: Thanking(name: "first"), store: store, checkpointInterval: 5, time: clock)
            .catchUp()
        models.close()
        await store.close()
    }

    /// Read models at the end, process managers, snapshots, and a half-built shadow.
    private func deriveLast(_ folder: String, _ clock: SteppedClock) async throws {
        let store = try await Self.open(folder, clock, isIndexing: false)
        let models = try await Self.models(folder)
        let halting = Counts(name: "halting", halts: true)
        for projection in [Counts(), halting] {
            _ = try? await ProjectionRunner(projection: projection, store: store, models: models, time: clock).catchUp()
        }
        let runner = ProjectionRunner(projection: halting, store: store, models: models, time: clock)
        if let halt = try await runner.status().halt {
            _ = try? await runner.skip(halt.position, reason: "it is bad")
        }
        for manager in [Thanking(name: "first"), Thanking(name: "stuck", halts: true)] {
            _ = try? await ProcessRunner(manager: manager, store: store, checkpointInterval: 5, time: clock).catchUp()
        }
        let counters = Aggregates<Counter>("item", in: store, codec: CounterCodec(), time: clock)
            .withSnapshots(Snapshots("counter", in: models, codec: JSONSnapshotCodec<Int>(schema: 1), every: 2))
        _ = try await counters.load("1")
        _ = try await counters.load("2")
        let half = try await store.head() / 2
        let checkpoint = try await store.checkpoint(at: half)
        var counts: [String: UInt64] = [:]
        for try await event in store.readLog(.forward(), matching: .all, limit: Int(half))
        where !event.stream.text.hasPrefix("$") {
            counts[event.stream.text, default: 0] += 1
        }
        try models.write("older") { writer in
            let shadow = try writer.writableShadow()
            for (stream, count) in counts {
                var row = RowWriter()
                row.number(count)
                try shadow.setValue(row.bytes, for: Array(stream.utf8), in: 0)
            }
            try shadow.setState(ReadModelState(schemaVersion: 2, checkpoint: checkpoint))
        }
        models.close()
        await store.close()
    }

    static func open(
        _ folder: String, _ clock: SteppedClock = SteppedClock(), isIndexing: Bool
    ) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder, options: options(clock, isIndexing: isIndexing))
    }

    static func options(_ clock: SteppedClock, isIndexing: Bool) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options(
            durability: .unsynced, mapSize: 64 << 20, derivedMapSize: 64 << 20, timeSource: clock)
        // Indexing only at opening, so that the runs are always the same.
        options.tailLimits.maxCount = isIndexing ? 3 : 1 << 20
        options.tailLimits.eventsPerGeneration = isIndexing ? 3 : 1 << 18
        return options
    }

    static func models(_ folder: String) async throws -> LMDBReadModelStore {
        try await LMDBReadModelStore.open(at: folder + "/views.mdb", mapSize: 64 << 20)
    }
}

/// A fault of the fuzzer itself.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
