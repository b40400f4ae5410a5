import DomainKit
import TestFolders
import Testing

@testable import Nacre
@testable import NacreLMDB

/// A block of the log is missing, or replaced by another one.
struct MissingBlockTests {
    private let folder: TemporaryFolder
    private static let lost: Position = 21

    /// A log of 40 blocks of one event, the events tagged with their positions.
    init() async throws {
        folder = try TemporaryFolder()
        let store = try await open()
        for position in 1...40 {
            try await store.append([EventData(type: "T", tags: ["n:\(position)"], data: [])], to: "s-1")
        }
        await store.close()
    }

    /// Opens the store with limits that leave all but the newest few events to the index.
    private func open() async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 4, maxCount: 8)
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func isDamage(_ error: any Error, at position: Position) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return error.code == .damaged && error.position == position
    }

    @Test(arguments: [true, false])
    func `a missing block is an error for reads and conditions, with and without an index`(
        isIndexed: Bool
    ) async throws {
        try RawLog(store: folder.store).delete(at: Self.lost)
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let store = try await open()
        await #expect { try await store.readLog(matching: .tagged("n:21")).collect() } throws: {
            isDamage($0, at: Self.lost)
        }
        await #expect { try await store.readLog().collect() } throws: { isDamage($0, at: Self.lost) }
        await #expect { try await store.read("s-1").collect() } throws: { isDamage($0, at: Self.lost) }
        await #expect { try await store.event(at: Self.lost) } throws: { isDamage($0, at: Self.lost) }
        await #expect {
            try await store.append(
                Commit {
                    Append(EventData(type: "T", data: []), to: "s-2")
                    Condition(failIfEventsMatch: .tagged("n:21"))
                })
        } throws: {
            let error = $0 as? EventStoreError
            return error?.code == .damaged && error?.outcome == .notWritten
        }
        #expect(try await store.event(at: 22).position == 22)
        await store.close()
    }

    /// Puts the block of another log in the place of the lost one.
    private func putForeignBlock() async throws {
        let other = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: other.store, options: .unsynced())
        for position in 1...40 {
            try await store.append([EventData(type: "T", tags: ["n:\(position)"], data: [])], to: "s-1")
        }
        await store.close()
        let foreign = try RawLog(store: other.store).blocks()[Int(Self.lost) - 1]
        try RawLog(store: folder.store).put(foreign.bytes, at: foreign.position)
    }

    @Test(arguments: [true, false])
    func `a block of another log is an error for reads of the whole log`(
        isIndexed: Bool
    ) async throws {
        try await putForeignBlock()
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let damaged = try await open()
        await #expect { try await damaged.readLog().collect() } throws: { isDamage($0, at: Self.lost) }
        await #expect { try await damaged.readLog(.backward(from: nil)).collect() } throws: {
            // Read backward, the block after it does not continue it.
            isDamage($0, at: Self.lost + 1)
        }
        await damaged.close()
    }

    /// Counts the events that it receives.
    private struct Counting: Projection {
        let name = "counting"
        let schemaVersion = 1
        let query = Query.all
        let tables = [TableDefinition(0)]

        func apply(_ event: EventView, to model: any ReadModelWriter) throws {
            try model.setValue([], for: Array("\(event.position)".utf8), in: 0)
        }

        func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { String(decoding: key, as: UTF8.self) }
    }

    @Test(arguments: [0, 10, 20, 21] as [Position])
    func `a projection does not continue behind a broken chain, however often it retries`(
        applied: Position
    ) async throws {
        let models = InMemoryReadModelStore()
        let whole = try await open()
        let before = ProjectionRunner(projection: Counting(), store: whole, models: models)
        if applied > 0 { _ = try await before.bringUp(to: applied, isExact: true, head: 40, progress: nil) }
        await whole.close()
        try await putForeignBlock()
        let store = try await open()
        let runner = ProjectionRunner(projection: Counting(), store: store, models: models)
        for _ in 0..<3 {
            await #expect { try await runner.catchUp() } throws: { isDamage($0, at: Self.lost) }
        }
        #expect(try await runner.status().position == Self.lost - 1)
        await store.close()
    }

    /// The position of the last event that a scan returns.
    private func last(_ store: LMDBEventStore, behind position: Position) throws -> Position {
        try store.scan(after: position) { _ in }
    }

    @Test func `a scan that begins at a broken chain throws`() async throws {
        try await putForeignBlock()
        let store = try await open()
        for position in [Self.lost - 2, Self.lost - 1, Self.lost] {
            #expect { try last(store, behind: position) } throws: { isDamage($0, at: max(position + 1, Self.lost)) }
        }
        #expect(try last(store, behind: Self.lost + 1) == 40)
        await store.close()
    }
}
