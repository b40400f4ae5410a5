import Nacre
import NacreLMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct LargeCommitTests {
    private func open(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder.store, options: .unsynced())
    }

    @Test func `a commit of nearly 64 MiB is written beside small ones`() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(folder)
        let large = (0..<4).map { index in
            EventData(type: "Large", data: [UInt8](repeating: UInt8(index), count: (16 << 20) - 8))
        }
        async let small = withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        try await store.append([EventData(type: "Small", data: [1])], to: "small-\(task)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let result = try await store.append(large, to: "l")
        try await small
        #expect(result.positions.count == 4)
        for (index, position) in result.positions.enumerated() {
            let event = try await store.event(at: position)
            #expect(event.data.count == (16 << 20) - 8)
            #expect(event.data.first == UInt8(index))
            #expect(event.data.last == UInt8(index))
        }
        #expect(try await store.head() == 164)
        await store.close()
    }

    @Test func `a commit of 100,000 events is written`() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(folder)
        let events = (0..<100_000).map { EventData(type: "T", data: [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)]) }
        let result = try await store.append(events, to: "s-1", expecting: .noStream)
        #expect(result.streams.map(\.version) == [100_000])
        let last = try await store.read("s-1", .backward(), limit: 3).collect()
        #expect(last.map(\.version) == [100_000, 99_999, 99_998])
        #expect(last.map(\.isLastOfCommit) == [true, false, false])
        #expect(last[0].data == [0x9F, 0x86])
        var next: Position = 1
        for try await event in store.readLog(.forward(after: 49_990), matching: .all, limit: 20) {
            #expect(event.position == 49_990 + next)
            #expect(!event.isLastOfCommit)
            next += 1
        }
        #expect(next == 21)
        await store.close()
    }

    @Test func `a commit of 1,000 streams and 1,000 types is written`() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(folder)
        let entries = (0..<3_000).map { index in
            Commit.Entry(
                stream: StreamName("s-\(index % 1_000)"),
                event: EventData(type: EventType("T\(index % 999)"), data: [UInt8(index & 0xFF)]))
        }
        let result = try await store.append(Commit(entries: entries))
        #expect(result.streams.count == 1_000)
        #expect(result.streams.allSatisfy { $0.version == 3 })
        let events = try await store.readLog().collect()
        #expect(events.count == 3_000)
        for (event, entry) in zip(events, entries) { #expect(event.holds(entry)) }
        await store.close()
    }
}
