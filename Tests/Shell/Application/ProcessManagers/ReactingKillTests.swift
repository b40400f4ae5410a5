import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import PeerMessages
import Shell
import ShellPeer
import TestRandomness
import TestTraits
import Testing

/// Kills processes that run a process manager, and runs it in several processes at once.
@Suite(.fewAtOnce)
struct ReactingKillTests {
    /// The number of kills; a few by default. For fifty:
    /// `NACRE_KILL_ROUNDS=50 swift test --filter ReactingKillTests`
    private static let rounds = ProcessInfo.processInfo.environment["NACRE_KILL_ROUNDS"].flatMap { Int($0) } ?? 6
    private static let profilesPerRound = 80

    /// A store with profiles, and the welcome items expected for them.
    private struct Scene {
        let store: TemporaryStore
        let application: Application
        var expected: [String: String] = [:]

        /// The positions of the events that cause the welcome items.
        var causes: [String: Position] = [:]

        init() async throws {
            store = try TemporaryStore()
            application = try await store.open(
                durability: .unsynced, .init(welcomesProfiles: true))
        }

        var peer: Peer<ShellJob> {
            Peer("ShellPeer", store: store.path, arguments: ["--map-size", "\(64 << 20)", "--unsynced"])
        }

        /// Sets up profiles, and appends events that must not create a welcome item.
        mutating func setUp(_ round: Int) async throws {
            for number in 0..<ReactingKillTests.profilesPerRound {
                let stream = StreamName("profile-\(round)-\(number)")
                let id = EventID.random()
                var set = try EventData.identity("User-\(round)-\(number)")
                set.id = id
                causes["item-\(id)"] = try await application.store.append([set], to: stream).lastPosition
                expected["item-\(id)"] = "Welcome, User-\(round)-\(number)"
                if number.isMultiple(of: 5) { try await application.store.append([.identity("Again")], to: stream) }
                if number.isMultiple(of: 7) {
                    try await application.store.append([.identity("Foreign")], to: "other-1")
                }
            }
        }

        func position() async throws -> Position { try await application.runtime.processes().first?.position ?? 0 }

        /// The existing welcome items: no duplicates, each caused by the event that it names.
        func welcomes() async throws -> [String: String] {
            var names: [String: String] = [:]
            for try await event in application.store.readLog(matching: .types("ItemCreated")) {
                let name = try event.json([String: String].self)["name"]
                #expect(names.updateValue(name ?? "", forKey: event.stream.text) == nil, "twice: \(event.stream)")
                #expect("item-\(event.context.causationID ?? "")" == event.stream.text)
            }
            return names
        }

        /// Compares the welcome items with those expected up to the position of the process.
        func requireNoted(_ comment: Comment) async throws {
            let position = try await position()
            #expect(try await welcomes() == expected.filter { causes[$0.key, default: 0] <= position }, comment)
        }

        /// Compares the welcome items with the expected ones, and the read models with a rebuild.
        func requireExact(_ comment: Comment) async throws {
            #expect(try await application.runtime.react().isEmpty, comment)
            #expect(try await welcomes() == expected, comment)
            #expect(try await application.runtime.catchUp().isEmpty, comment)
            for model in try await application.runtime.projections() {
                try await application.runtime.compare(projection: model.name) { Issue.record("\($0), \(comment)") }
            }
            try await ProcessRunner(manager: EchoProcess(), store: application.store).catchUp()
            let asked = try await application.store.readLog(matching: EchoProcess().query).collect()
            let echoes = try await application.store.read("echoes").collect()
            #expect(
                echoes.map { String(decoding: $0.data, as: UTF8.self) } == asked.map(\.id.description), comment)
        }
    }

    @Test
    func `every effect of a process manager that is killed and restarted exists once`() async throws {
        var scene = try await Scene()
        var random = SeededGenerator(seed: 89)
        var midway = 0
        for round in 1...Self.rounds {
            let before = try await scene.position()
            try await scene.setUp(round)
            let head = try await scene.application.store.head()
            try await scene.peer.kill(
                .react(announced: true), after: Int.random(in: 0..<2 * Self.profilesPerRound, using: &random),
                pause: .microseconds(Int.random(in: 0...3_000, using: &random)))
            let found = try await scene.position()
            if found > before, found < head - 1 { midway += 1 }
            try await scene.requireNoted("round \(round)")
            // In half of the rounds, the next process continues where the killed one stopped.
            if round.isMultiple(of: 2) { try await scene.requireExact("round \(round)") }
        }
        try await scene.requireExact("the end")
        #expect(midway * 2 >= Self.rounds, "\(midway) of \(Self.rounds) kills fell midway")
        await scene.application.close()
    }

    @Test
    func `several processes that run one process manager, one of them killed, create no duplicates`() async throws {
        var scene = try await Scene()
        for round in 1...max(1, Self.rounds / 3) {
            try await scene.setUp(round)
            let peer = scene.peer
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let answer: PeerAnswer = try await peer.run(.react(announced: false))
                        #expect(answer.errorCode == nil)
                    }
                }
                group.addTask { _ = try await peer.kill(.react(announced: true), after: 10, pause: .zero) }
                try await group.waitForAll()
            }
            #expect(try await scene.welcomes() == scene.expected, "round \(round)")
            try await scene.requireExact("round \(round)")
        }
        await scene.application.close()
    }
}
