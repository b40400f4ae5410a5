import Nacre
import NacreLMDB
import PeerMessages

/// Appends beside another process that does the same: each event with the exact version that it expects.
struct Contest {
    private static let tasks = 8

    let store: LMDBEventStore
    let name: String

    func run(events: Int) async throws -> PeerContest {
        try await withThrowingTaskGroup(of: PeerContest.self) { group in
            for task in 0..<Self.tasks {
                let share = events / Self.tasks + (task < events % Self.tasks ? 1 : 0)
                group.addTask { try await run(share, task: task) }
            }
            return try await group.reduce(into: PeerContest()) { sum, part in
                sum.acknowledged += part.acknowledged
                sum.realConflicts += part.realConflicts
                sum.falseConflicts += part.falseConflicts
            }
        }
    }

    private func run(_ events: Int, task: Int) async throws -> PeerContest {
        let stream: StreamName = "own-\(name)-\(task)"
        var contest = PeerContest()
        var version: StreamVersion = 0
        for number in 1...events {
            if number.isMultiple(of: 10) {
                try await appendToShared(event(number, task), &contest)
            } else {
                // Nobody else writes this stream: a conflict here is a fault.
                do {
                    try await store.append([event(number, task)], to: stream, expecting: .exact(version))
                    version += 1
                } catch let error as EventStoreError where error.code == .conflict {
                    contest.falseConflicts += 1
                    continue
                }
            }
            contest.acknowledged += 1
        }
        return contest
    }

    private func appendToShared(_ event: EventData, _ contest: inout PeerContest) async throws {
        while true {
            let version = try await store.version(of: "shared-1")
            do {
                try await store.append([event], to: "shared-1", expecting: .exact(version))
                return
            } catch let error as EventStoreError where error.code == .conflict {
                guard case .expectation(_, _, let actual)? = error.violations.first, actual > version else {
                    contest.falseConflicts += 1
                    continue
                }
                contest.realConflicts += 1
            }
        }
    }

    private func event(_ number: Int, _ task: Int) -> EventData {
        EventData(type: "Contended", data: Array("\(name) \(task) \(number)".utf8))
    }
}
