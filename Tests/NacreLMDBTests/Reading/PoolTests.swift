import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// What is short is read on the caller's thread, what is long on threads of the store's own.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct PoolTests {
    private static let short = 100
    private static let long = 3_000

    private func store(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Half of them have the type, the others the tag: what asks for both has to look at all.
        let events = (0..<Self.long).map { number in
            EventData(type: number % 2 == 0 ? "T" : "U", tags: number % 2 == 0 ? [] : ["t"], data: [])
        }
        try await store.append(events, to: "long-1")
        try await store.append(Array(events.prefix(Self.short)), to: "short-1")
        return store
    }

    @Test func `short reads need none of the threads for long ones`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        try await store.pool.whileBusy { () async throws in
            #expect(try await store.head() == Position(Self.long + Self.short))
            #expect(try await store.version(of: "long-1") == StreamVersion(Self.long))
            #expect(try await store.event(at: 7).version == 7)
            #expect(try await store.event(withID: store.event(at: 7).id)?.position == 7)
            #expect(try await store.read("long-1", .backward(), limit: 5).collect().count == 5)
            #expect(try await store.readLog(.forward(), matching: .types("T"), limit: 5).collect().count == 5)
            var stream = store.read("short-1").makeAsyncIterator()
            for version in 1...Self.short { #expect(try await stream.next()?.version == StreamVersion(version)) }
        }
        await store.close()
    }

    @Test func `a long read goes on, and a subscription begins, on the threads of the store alone`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        var tasks: [Task<Int, any Error>] = []
        try await store.pool.whileBusy { () async throws in
            let finished = Notices()
            tasks = [
                Task {
                    defer { finished.add("a read") }
                    return try await store.readLog().collect().count
                },
                Task {
                    defer { finished.add("a query") }
                    let query = Query([.init(types: ["T"], tags: ["t"])])
                    return try await store.readLog(matching: query).collect().count + Self.long + Self.short
                },
                Task {
                    defer { finished.add("a subscription") }
                    var count = 0
                    for try await message in store.subscribe() {
                        if case .caughtUp = message { break }
                        count += 1
                    }
                    return count
                },
            ]
            // On any other thread they would most often be through by now.
            try await Task.sleep(for: .milliseconds(50))
            #expect(finished.all == [])
        }
        for task in tasks { #expect(try await task.value == Self.long + Self.short) }
        await store.close()
    }
}
