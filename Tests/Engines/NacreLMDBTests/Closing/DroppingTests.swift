import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct DroppingTests {
    @Test func `a deallocated store ends its threads and closes its files`() async throws {
        let folder = try TemporaryFolder()
        for round in 1...5 {
            weak var pool: BlockingPool?
            weak var writing: AppendQueue?
            weak var signal: HeadSignal?
            weak var environment: Environment?
            do {
                let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
                try await store.append([EventData(type: "T", data: [])], to: "s-1")
                // Called on the pool, whose thread may release the last reference to the store.
                var iterator = store.subscribe().makeAsyncIterator()
                for _ in 1...round { #expect(try await iterator.next()?.event != nil) }
                (pool, writing, signal, environment) = (store.pool, store.queue, store.head, store.environment)
            }
            // Each is retained by a thread while that runs.
            while pool != nil || writing != nil || signal != nil || environment != nil {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        // A file open in this process cannot be opened with another durability.
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        #expect(try await store.head() == 5)
        await store.close()
    }
}
