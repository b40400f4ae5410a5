import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct MapGrowthTests {
    private func options() -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.mapSize = 1 << 20
        options.derivedMapSize = 1 << 20
        return options
    }

    @Test func `a map that is too small grows during appends and reads`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let stream = StreamName("s-\(task)")
                    for number in 1...100 {
                        let data = [UInt8](repeating: UInt8(number), count: number * 200)
                        try await store.append([EventData(type: "T", data: data)], to: stream)
                        let read = try await store.read(stream, .backward(), limit: 1).collect()
                        #expect(read.map(\.version) == [StreamVersion(number)])
                        #expect(read.first?.data == data)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.head() == 800)
        // 8 × 200 bytes × (1 + … + 100) do not fit the map of the beginning.
        #expect(try await store.readLog().collect().reduce(0) { $0 + $1.data.count } == 8_080_000)
        await store.close()
    }

    @Test func `a store created with a large map opens with a small one`() async throws {
        let folder = try TemporaryFolder()
        let large = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<4 {
            try await large.append([EventData(type: "T", data: [UInt8](repeating: 1, count: 1 << 20))], to: "s-1")
        }
        await large.close()
        let small = try await LMDBEventStore.open(at: folder.store, options: options())
        #expect(try await small.read("s-1").collect().map(\.data.count) == [1 << 20, 1 << 20, 1 << 20, 1 << 20])
        try await small.append([EventData(type: "T", data: [UInt8](repeating: 1, count: 1 << 20))], to: "s-1")
        await small.close()
    }

    @Test func `the map grows in two processes that append concurrently`() async throws {
        let folder = try TemporaryFolder()
        var options = options()
        options.durability = .full
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        async let theirs = Peer(store: folder.store, arguments: ["--map-size", "1048576"])
            .run(.fill(stream: "theirs-1", events: 200, bytes: 20_000), as: PeerAnswer.self)
        for number in 1...200 {
            try await store.append(
                [EventData(type: "T", data: [UInt8](repeating: UInt8(number & 0xFF), count: 20_000))], to: "ours-1",
                expecting: .exact(StreamVersion(number - 1)))
        }
        let answer = try await theirs
        #expect(try answer.result().lastPosition > 0)
        for stream in ["ours-1", "theirs-1"] as [StreamName] {
            let events = try await store.read(stream).collect()
            #expect(events.map(\.version) == Array(1...200))
            #expect(
                events.allSatisfy { event in
                    event.data == [UInt8](repeating: UInt8(event.version & 0xFF), count: 20_000)
                })
        }
        await store.close()
    }
}
