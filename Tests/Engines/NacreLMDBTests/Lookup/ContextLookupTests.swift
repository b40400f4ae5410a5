import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Events are found by correlation, causation and actor in index and tail.
@Suite(.fewAtOnce) struct ContextLookupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func options(_ notices: Logged = Logged()) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced(logger: notices.logger)
        options.tailLimits = TailLimits(eventsPerGeneration: 16, maxCount: 64)
        return options
    }

    /// 200 events with contexts; four have one correlation, ten one actor, and each a causation of its own.
    private func fill() async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        for number in 0..<200 {
            let context = try EventContext(
                correlationID: "c\(number / 4)", causationID: "e\(number)", actor: "user\(number % 20)")
            try await store.append([EventData(type: "T", data: [], metadata: context.metadata)], to: "s-1")
        }
        return store
    }

    private static let queries: [(query: Query, positions: [Position])] = [
        (.correlations("c7"), [29, 30, 31, 32]), (.causations("e150"), [151]),
        (.actors("user3"), Array(stride(from: 4, to: 200, by: 20))),
        (Query([.init(correlations: ["c7", "c8"], actors: ["user9", "user12"])]), [30, 33]),
        (Query([.init(types: ["T"], causations: ["e3", "e199"])]), [4, 200]),
    ]

    private func expectAnswers(_ store: LMDBEventStore) async throws {
        for (query, positions) in Self.queries {
            #expect(try await store.readLog(matching: query).collect().map(\.position) == positions, "\(query)")
        }
    }

    @Test func `a query for a context is planned by its postings, not as a scan`() async throws {
        let store = try await fill()
        for (query, _) in Self.queries {
            let isIndexed = try store.shortLookup { (_, head, snapshot, _) in
                if case .index = try QueryPlan(query, .ascending, over: 1...head, in: snapshot) { true } else { false }
            }
            #expect(isIndexed == true, "\(query)")
        }
        try await expectAnswers(store)
        await store.close()
    }

    @Test func `an index of a program that knew no contexts is rebuilt once, with a notice`() async throws {
        let first = try await fill()
        try first.indexing.catchUpIfWritable()
        await first.close()
        try lowerFormat()
        let notices = Logged()
        for _ in 0..<2 {
            let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(notices))
            try await expectAnswers(store)
            await store.close()
        }
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains("it has format 4, but this program uses format 5") == true)
    }

    /// Gives the index the format before contexts were indexed.
    private func lowerFormat() throws {
        let environment = try Environment.open(
            at: folder.store + "/index.mdb", options: .init(mapSize: 64 << 20, durability: .noMetaSync))
        defer { environment.close() }
        var manifest = try #require(environment.allEntries().first { $0.key == Data(IndexManifest.key) }).value
        let end = manifest.count - ManifestLayout.checksumBytes
        manifest[ManifestLayout.formatOffset] = 4
        let checksum = manifest.prefix(end).withUnsafeBytes { Checksum.of($0) }
        manifest.withUnsafeMutableBytes { $0.store(checksum, at: end) }
        try environment.write { (transaction: consuming WriteTransaction) in
            try IndexManifest.key.withUnsafeBytes { key in
                try manifest.withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }
}
