import Nacre
import NacreLMDB
import PeerMessages

/// Claims tags while other processes claim the same: each tag must get exactly one owner.
struct TagContest {
    private static let tasks = 4

    let store: LMDBEventStore
    let name: String

    func run(tags: Int) async throws -> PeerContest {
        try await PeerContest.sum(of: Self.tasks) { try await claim(tags, task: $0) }
    }

    private func claim(_ tags: Int, task: Int) async throws -> PeerContest {
        var contest = PeerContest()
        for number in 0..<tags {
            let tag = Tag("name:\(number)")
            let claim = Commit {
                Append(EventData(type: "Claimed", tags: ["by:\(name)", tag], data: []), to: "\(name)-\(task)")
                Condition(failIfEventsMatch: .tagged(tag))
            }
            do {
                try await store.append(claim)
                contest.acknowledged += 1
            } catch let error as EventStoreError where error.code == .conflict {
                guard case .condition(0, _, let conflict)? = error.violations.first,
                    try await store.event(at: conflict.position).tags.contains(tag)
                else {
                    contest.falseConflicts += 1
                    continue
                }
                contest.realConflicts += 1
            }
        }
        return contest
    }
}
