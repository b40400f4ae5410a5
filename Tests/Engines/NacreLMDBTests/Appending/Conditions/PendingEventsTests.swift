import DomainKit
import Nacre
import Testing

@testable import NacreLMDB

@Suite struct PendingEventsTests {
    private let now = Instant(nanosecondsSince1970: 0, decimals: 0)

    /// The first event of some commits that a query matches, found by visiting each.
    private func scan(_ commits: [Commit], for query: Query) -> Int? {
        commits.flatMap(\.entries).firstIndex { entry in
            query.matches(
                RecordedEvent(
                    position: 1, stream: entry.stream, version: 1, id: EventID(high: 0, low: 0),
                    type: entry.event.type, schema: 1, time: now, recordedAt: now, tags: entry.event.tags,
                    data: [], metadata: entry.event.metadata, isLastOfCommit: false))
        }
    }

    @Test(arguments: 1...4) func `the lookup of pending events finds what a scan finds`(seed: UInt64) {
        var generator = ConditionGenerator(seed: seed)
        var pending = PendingEvents()
        var found = 0
        for group in 0..<12 {
            pending.removeAll()
            var commits: [Commit] = []
            var requests: [AppendRequest] = []
            var planned: [PlannedRecord] = []
            // A large group makes the table grow, and later ones reuse it.
            for number in 0..<(group == 5 ? 2_000 : 6) {
                var commit = generator.commit(head: 0)
                if group == 5 {
                    for index in commit.entries.indices { commit.entries[index].event.tags.append("n\(number)") }
                }
                requests.append(AppendRequest(PreparedCommit(commit, now: now)))
                for index in commit.entries.indices {
                    planned.append(
                        PlannedRecord(
                            commit: Int32(number), record: Int32(index), byteCount: 0, slot: 0, type: 0, version: 1))
                }
                commits.append(commit)
                guard group != 5 || number.isMultiple(of: 200) else { continue }
                for _ in 0..<20 {
                    let query = generator.query()
                    let expected = scan(commits, for: query)
                    #expect(pending.first(matching: query, of: planned, in: requests[...]) == expected)
                    found += expected == nil ? 0 : 1
                }
                let tag = Query.tagged(Tag("n\(number / 2)"))
                #expect(pending.first(matching: tag, of: planned, in: requests[...]) == scan(commits, for: tag))
            }
        }
        #expect(found > 100)
    }
}
