import DomainKit
import Foundation
import Nacre
import PeerMessages
import ProfileDomain
import Shell
import ShellPeer
import TestTraits
import Testing

/// Screen names stay unique while several processes assign them.
@Suite(.fewAtOnce)
struct ScreenNameRaceTests {
    private static let processes = 4
    private static let tasks = 16
    private static let names = 8

    /// The number of races; a few by default. For a hundred:
    /// `NACRE_RACE_ROUNDS=100 swift test --filter ScreenNameRaceTests`
    private static let rounds = ProcessInfo.processInfo.environment["NACRE_RACE_ROUNDS"].flatMap { Int($0) } ?? 3

    @Test
    func `64 tasks in 4 processes that race for 8 screen names leave 8 owners`() async throws {
        var refusals = 0
        for round in 1...Self.rounds {
            let store = try TemporaryStore()
            // The store is created before the race.
            try await store.withApplication { _ in }
            let parts = try await race(in: store)
            let owners: [String: String] = parts.reduce(into: [:]) { owners, part in
                owners.merge(part.owners) { first, _ in first }
            }
            refusals += parts.reduce(0) { $0 + $1.refusals }
            #expect(parts.flatMap(\.failures).isEmpty, "round \(round)")
            #expect(owners.count == Self.names, "round \(round)")
            try await store.withApplication { application in
                let profiles = try await application.profiles.fetchAll(limit: 100).elements
                #expect(profiles.count == Self.names, "round \(round)")
                #expect(Set(profiles.map { $0.screenName.lowercased() }).count == Self.names, "round \(round)")
                let shown = Dictionary(uniqueKeysWithValues: profiles.map { ($0.id.text, $0.screenName) })
                #expect(shown == owners, "round \(round)")
                let events = try await application.store.readLog(matching: .types("IdentityCompleted")).collect()
                #expect(events.count == Self.names, "round \(round)")
            }
        }
        // A task without a name was refused every name.
        #expect(refusals >= Self.rounds * (Self.processes * Self.tasks - Self.names) * Self.names)
    }

    private func race(in store: TemporaryStore) async throws -> [PeerNames] {
        let peer = Peer<ShellJob>(
            "ShellPeer", store: store.path, arguments: ["--map-size", "\(64 << 20)", "--unsynced"])
        return try await withThrowingTaskGroup(of: PeerNames.self) { group in
            for process in 0..<Self.processes {
                group.addTask {
                    try await peer.run(
                        .takeScreenNames(
                            process: process, of: Self.processes, tasks: Self.tasks, names: Self.names))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
