import Nacre
import Testing

@testable import NacreLMDB

/// A block of the log is not there any more, or another one stands in its place.
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
        options.tailLimits = TailLimits(eventsPerGeneration: 4, greatestCount: 8)
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func isDamage(_ error: any Error, at position: Position) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return error.code == .damaged && error.position == position
    }

    @Test(arguments: [true, false])
    func `what lies in a hole is an error, for reads and for conditions, with an index and without`(
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

    @Test(arguments: [true, false])
    func `a block of another log in the place of one is an error where the log is read through`(
        isIndexed: Bool
    ) async throws {
        let other = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: other.store, options: .unsynced())
        for position in 1...40 {
            try await store.append([EventData(type: "T", tags: ["n:\(position)"], data: [])], to: "s-1")
        }
        await store.close()
        let foreign = try RawLog(store: other.store).blocks()[20]
        try RawLog(store: folder.store).put(foreign.bytes, at: foreign.position)
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let damaged = try await open()
        await #expect { try await damaged.readLog().collect() } throws: { isDamage($0, at: Self.lost) }
        await #expect { try await damaged.readLog(.backward(from: nil)).collect() } throws: {
            // Met from behind, it is the block after it that does not continue it.
            isDamage($0, at: Self.lost + 1)
        }
        await damaged.close()
    }
}
