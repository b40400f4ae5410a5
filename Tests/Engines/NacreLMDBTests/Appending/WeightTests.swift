import DomainKit
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct WeightTests {
    private let now = Instant(nanosecondsSince1970: 0, decimals: 0)
    private let entry = Commit.Entry(stream: "s-1", event: EventData(type: "T", data: [UInt8](repeating: 1, count: 40)))

    @Test func `checks and conditions count against the queue's bound`() {
        let plain = Commit(entries: [entry])
        #expect(plain.weight == entry.event.recordBytes)
        let checks = (0..<1_000).map { Commit.Guard(stream: StreamName("other-\($0)"), expectation: .noStream) }
        #expect(Commit(entries: [entry], checks: checks).weight > plain.weight + 256_000)
        let conditions = (0..<100).map { AppendCondition(failIfEventsMatch: .tagged(Tag("tag-\($0)"))) }
        #expect(Commit(entries: [entry], conditions: conditions).weight > plain.weight + 25_600)
        let item = Query.Item(types: ["T"], categories: ["c"], tags: ["t", "u"])
        let wide = AppendCondition(failIfEventsMatch: Query([Query.Item](repeating: item, count: 64)))
        #expect(Commit(entries: [entry], conditions: [wide]).weight > plain.weight + 64 * 4 * 32)
    }

    @Test func `a request releases its reservation`() {
        let commit = Commit(
            entries: [entry], checks: [.init(stream: "other-1", expectation: .noStream)],
            conditions: [.init(failIfEventsMatch: .tagged("t"))])
        let request = AppendRequest(PreparedCommit(commit, now: now), guardWeight: commit.guardWeight)
        #expect(request.byteCount == commit.weight)
    }

    @Test func `the queue is empty after commits of all kinds are answered`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    let commit = Commit {
                        Append(EventData(type: "T", tags: ["t:\(task % 7)"], data: []), to: "s-\(task)")
                        Check("other-\(task)", task.isMultiple(of: 3) ? .streamExists : .noStream)
                        if task.isMultiple(of: 2) { Condition(failIfEventsMatch: .tagged("t:\(task % 7)")) }
                    }
                    _ = try? await store.append(commit)
                }
            }
        }
        #expect(store.queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
        await store.close()
    }

    @Test func `stream names beyond the cache's bound are dropped after their group`() {
        var heads = StreamHeads()
        heads.makeRoom(for: 100_000)
        for number in 0..<100_000 {
            let name = "s\(number)-" + String(repeating: "x", count: 240)
            heads.set(1, of: heads.slot(of: StreamKey(StreamName(name))))
        }
        #expect(heads.slots.count == 100_000)
        heads.makeRoom(for: 0)
        #expect(heads.slots.isEmpty)
        heads.set(3, of: heads.slot(of: StreamKey("s-1")))
        heads.makeRoom(for: 0)
        #expect(heads.slots.count == 1)
    }
}
