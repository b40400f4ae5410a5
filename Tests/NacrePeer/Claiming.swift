import Nacre
import NacreLMDB
import PeerMessages

/// Claims tags that others claim too: whoever comes first has it, and nobody else.
struct Claiming {
    private static let tasks = 4

    let store: LMDBEventStore
    let name: String

    func run(tags: Int) async throws -> PeerContest {
        try await withThrowingTaskGroup(of: PeerContest.self) { group in
            for task in 0..<Self.tasks {
                group.addTask { try await claim(tags, task: task) }
            }
            return try await group.reduce(into: PeerContest()) { sum, part in
                sum.acknowledged += part.acknowledged
                sum.realConflicts += part.realConflicts
                sum.falseConflicts += part.falseConflicts
            }
        }
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
