import Foundation
import Nacre
import Testing

@testable import NacreLMDB

/// A log written before blocks had numbers.
struct UnnumberedBlocksTests {
    private let folder: TemporaryFolder
    private let events: [RecordedEvent]

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...40 {
            try await store.append(
                [EventData(type: "T", tags: ["n:\(number)"], data: [])], to: StreamName("s-\(number % 3)"))
        }
        events = try await store.readLog().collect()
        await store.close()
        try removeNumbers()
    }

    private func removeNumbers() throws {
        let log = RawLog(store: folder.store)
        var previous: [UInt8]?
        for (position, block) in try log.blocks() {
            var block = block
            block.replaceSubrange(48..<56, with: [UInt8](repeating: 0, count: 8))
            if let previous { block.replaceSubrange(32..<40, with: previous[56..<64]) }
            block.seal()
            try log.put(block, at: position)
            previous = block
        }
        try DerivedFile.discard(at: folder.store + "/index.mdb")
    }

    @Test func `it is read, verified and appended to`() async throws {
        for round in 0..<2 {
            let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            let appended = try await store.append([EventData(type: "T", data: [])], to: "later-1")
            #expect(appended.positions == [Position(events.count + 1 + round)])
            #expect(try await store.readLog().collect().prefix(events.count) == events[...])
            #expect(try await store.read("s-1").collect() == events.filter { $0.stream == "s-1" })
            #expect(try await store.readLog(matching: .tagged("n:21")).collect() == [events[20]])
            let findings = Notices()
            _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all == [])
            await store.close()
        }
    }

    @Test func `it opens only with as many blocks as the file says`() async throws {
        let path = URL(fileURLWithPath: folder.store + "/log.mdb")
        var file = try Data(contentsOf: path)
        // The entries of both meta pages.
        for meta in [0, 4_096] { file[meta + 120] += 1 }
        try RawLog(store: folder.store).overwrite(with: file)
        let damage = try await EventStoreError.damage {
            try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        }
        #expect(damage != nil)
    }
}
