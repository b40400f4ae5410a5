import Nacre
import NacreLMDB
import PeerMessages

/// Appends events with exact expected versions while another process does the same.
struct VersionContest {
    private static let tasks = 8

    let store: LMDBEventStore
    let name: String

    func run(events: Int) async throws -> PeerContest {
        try await PeerContest.sum(of: Self.tasks) { task in
            let share = events / Self.tasks + (task < events % Self.tasks ? 1 : 0)
            return try await run(share, task: task)
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
                // No other process writes this stream: a conflict here is a fault.
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
