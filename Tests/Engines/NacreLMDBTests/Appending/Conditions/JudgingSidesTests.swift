import DomainKit
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The division of judging between the caller's side and the writer.
@Suite(.fewAtOnce) struct JudgingSidesTests {
    private let taken = AppendCondition(failIfEventsMatch: .tagged("a"))
    private let free = AppendCondition(failIfEventsMatch: .tagged("b"))

    private func submit(
        _ conditions: ConditionVerdicts, to store: LMDBEventStore
    ) async throws -> AppendResult {
        let commit = Commit(entries: [.init(stream: "new-1", event: EventData(type: "T", data: []))])
        try await store.queue.reserve(commit.weight)
        return try await store.queue.submit(
            AppendRequest(PreparedCommit(commit, now: store.timeSource.now()), conditions: conditions))
    }

    /// Half of the events have the type, the other half the tag, none has both: every event must be visited.
    private let laborious = AppendCondition(failIfEventsMatch: Query([.init(types: ["Odd"], tags: ["even"])]))

    /// A store whose log has a tagged event before very many others.
    private func longStore(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append([EventData(type: "T", tags: ["a"], data: [])], to: "s-1")
        let events = (0..<70_000).map { number in
            EventData(
                type: number.isMultiple(of: 2) ? "Even" : "Odd", tags: number.isMultiple(of: 2) ? ["even"] : [],
                data: [])
        }
        try await store.append(events, to: "s-1")
        return store
    }

    @Test func `the writer judges the events since the caller's evaluation`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let before = try await store.judged(ConditionVerdicts([taken, free]), of: Commit(entries: []))
        #expect(before.start(upTo: 0) == nil)
        try await store.append([EventData(type: "Took", tags: ["x", "a"], data: [])], to: "s-1")
        let error = await #expect(throws: EventStoreError.self) { try await submit(before, to: store) }
        let conflict = ConflictingEvent(position: 1, type: "Took", tags: ["x", "a"])
        #expect(error?.violations == [.condition(index: 0, condition: taken, conflict: conflict)])
        await store.close()
    }

    @Test func `the writer does not repeat the caller's evaluation`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var verdicts = ConditionVerdicts([taken])
        let conflict = ConflictingEvent(position: 7, type: "Told", tags: [])
        verdicts.note(.fails(conflict), of: 0)
        let error = await #expect(throws: EventStoreError.self) { try await submit(verdicts, to: store) }
        #expect(error?.violations == [.condition(index: 0, condition: taken, conflict: conflict)])
        await store.close()
    }

    @Test
    func `a commit too costly for the writer is sent back twice, then judged by it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        let rare = AppendCondition(failIfEventsMatch: Query([.init(types: ["T"], tags: ["b"]), .init(tags: ["a"])]))
        var verdicts = ConditionVerdicts([laborious, rare])
        for attempt in 1...2 {
            let outdated = await #expect(throws: OutdatedConditions.self) { try await submit(verdicts, to: store) }
            let further = try #require(outdated).verdicts
            #expect(further.attempts == attempt)
            // Visited events are not visited again.
            #expect(try #require(further.start(of: 0, upTo: 70_001)) > verdicts.start(of: 0, upTo: 70_001) ?? 0)
            verdicts = further
        }
        let error = await #expect(throws: EventStoreError.self) { try await submit(verdicts, to: store) }
        #expect(
            error?.violations == [
                .condition(
                    index: 1, condition: rare, conflict: ConflictingEvent(position: 1, type: "T", tags: ["a"]))
            ])
        await store.close()
    }

    @Test func `a condition far behind the head is judged up to it before the writer sees it`() async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        let verdicts = try await store.judged(ConditionVerdicts([free, laborious]), of: Commit(entries: []))
        #expect(verdicts.start(upTo: 70_001) == nil)
        #expect(verdicts.start(upTo: 70_002) == 70_001)
        let commit = Commit {
            Append(EventData(type: "T", tags: ["b"], data: []), to: "new-1")
            Condition(failIfEventsMatch: .tagged("b"))
        }
        #expect(try await store.append(commit).positions == [70_002])
        let error = await #expect(throws: EventStoreError.self) { try await store.append(commit) }
        #expect(error?.violations.count == 1)
        await store.close()
    }

    @Test(.timeLimit(.minutes(25)))
    func `a slow condition delays no other append and takes no room in the queue`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        var slow: Task<AppendResult, any Error>?
        try await store.pool.whileBusy { () async throws in
            let answered = Notices()
            slow = Task {
                defer { answered.add("slow") }
                return try await store.append(
                    Commit {
                        Append(EventData(type: "T", data: []), to: "slow-1")
                        Condition(failIfEventsMatch: laborious.failIfEventsMatch)
                    })
            }
            // A commit that leaves the judging to the writer is answered.
            while store.pool.waitingCount == 0, answered.all.isEmpty { await Task.yield() }
            #expect(answered.all == [])
            #expect(store.queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
            let quick = try await store.append([EventData(type: "T", data: [])], to: "quick-1")
            #expect(quick.positions == [70_002])
            #expect(answered.all == [])
        }
        #expect(try await slow?.value.positions == [70_003])
        await store.close()
    }

    @Test(.timeLimit(.minutes(25))) func `cancelling an evaluation ends it after its current job`() async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        var task: Task<ConditionVerdicts, any Error>?
        try await store.pool.whileBusy {
            task = Task { try await store.judged(ConditionVerdicts([laborious]), of: Commit(entries: [])) }
            while store.pool.waitingCount == 0 { await Task.yield() }
            task?.cancel()
        }
        await #expect(throws: CancellationError.self) { try await task?.value }
        await store.close()
    }
}
