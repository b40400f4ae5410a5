import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestRandomness
import TestTraits
import Testing

/// Kills processes that keep a read model; `NACRE_KILL_ROUNDS` is the number of rounds.
@Suite(.fewAtOnce) struct ProjectionKillTests {
    private static let rounds = ProcessInfo.processInfo.environment["NACRE_KILL_ROUNDS"].flatMap { Int($0) } ?? 6
    private static let eventsPerRound = 450
    private static let batch = 3

    /// A store with a read model that counts its events, and its expected contents.
    private final class Scene {
        let folder: TemporaryFolder
        let store: LMDBEventStore
        let models: LMDBReadModelStore
        var expected: [String: Int] = [:]
        var random = SeededGenerator(seed: 83)

        init() async throws {
            folder = try TemporaryFolder()
            store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            models = try Self.openModels(folder)
        }

        private static func openModels(_ folder: TemporaryFolder) throws -> LMDBReadModelStore {
            try LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        }

        func close() async {
            models.close()
            await store.close()
        }

        /// Appends commits of one to four events each.
        func append(_ count: Int) async throws {
            var left = count
            while left > 0 {
                let events = min(left, Int.random(in: 1...4, using: &random))
                let stream = "s-\(Int.random(in: 0..<40, using: &random))"
                try await store.append(
                    (0..<events).map { _ in EventData(type: "T", data: []) }, to: StreamName(stream))
                expected[stream, default: 0] += events
                left -= events
            }
        }

        func runner(schemaVersion: Int = 1) -> ProjectionRunner {
            ProjectionRunner(projection: Counting(schemaVersion: schemaVersion), store: store, models: models)
        }

        /// Kills a process that applies events or rebuilds the model at a random moment.
        func kill(schemaVersion: Int = 1, rebuilds: Bool, transactions: Int) async throws {
            try await Peer(store: folder.store, arguments: ["--unsynced"]).kill(
                .announceProjecting(
                    batch: ProjectionKillTests.batch, schemaVersion: schemaVersion, rebuilds: rebuilds),
                after: Int.random(in: 0..<transactions, using: &random),
                pause: .microseconds(Int.random(in: 0...4_000, using: &random)))
        }

        func positions() throws -> (live: Position, shadow: Position?) {
            try models.read("counts") { reader in
                (try reader.state()?.checkpoint.position ?? 0, try reader.shadow().state()?.checkpoint.position)
            }
        }

        func counts() throws -> [String: Int] { try models.read("counts") { try Counting.counts($0) } }

        /// Compares the model with a fresh replay of the log up to its checkpoint.
        func requireReplay(schemaVersion: Int = 1, _ comment: Comment) async throws {
            try await runner(schemaVersion: schemaVersion).compare(rebuildingIn: InMemoryReadModelStore()) {
                Issue.record("\($0), \(comment)")
            }
        }

        /// Compares the model with what was appended, and with a fresh replay of the log.
        func requireExact(schemaVersion: Int = 1, _ comment: Comment) async throws {
            #expect(try counts() == expected, comment)
            try await requireReplay(schemaVersion: schemaVersion, comment)
        }
    }

    @Test func `a process killed while projecting leaves each event applied once`() async throws {
        let scene = try await Scene()
        var midway = 0
        for round in 1...Self.rounds {
            let before = try scene.positions().live
            try await scene.append(Self.eventsPerRound)
            let head = try await scene.store.head()
            try await scene.kill(rebuilds: false, transactions: Self.eventsPerRound / Self.batch / 2)
            let found = try scene.positions().live
            if found > before, found < head { midway += 1 }
            try await scene.requireReplay("round \(round)")
            // In half of the rounds the next process continues the killed one's work.
            if round.isMultiple(of: 2) {
                try await scene.runner().catchUp()
                try await scene.requireExact("round \(round)")
            }
        }
        try await scene.runner().catchUp()
        try await scene.requireExact("the end")
        #expect(midway * 2 >= Self.rounds, "\(midway) of \(Self.rounds) kills fell midway")
        await scene.close()
    }

    @Test func `a process killed while rebuilding leaves the model, and another resumes`()
        async throws
    {
        let scene = try await Scene()
        try await scene.append(Self.eventsPerRound)
        try await scene.runner().catchUp()
        let head = try await scene.store.head()
        var midway = 0
        var resumed = 0
        for round in 1...Self.rounds {
            let before = try scene.positions().shadow ?? 0
            try await scene.kill(rebuilds: true, transactions: Self.eventsPerRound / Self.batch / 3)
            let shadow = try scene.positions().shadow
            if let shadow, shadow > 0, shadow < head { midway += 1 }
            if let shadow, before > 0, shadow >= before { resumed += 1 }
            // The live model is the old or the new one; both are equal.
            try await scene.requireExact("round \(round)")
        }
        // A row that is not from the log disappears with the replaced model.
        try scene.models.write("counts") { try $0.setValue([0, 0, 0, 9], for: [0xFF], in: 0) }
        try await scene.runner().rebuild()
        try await scene.requireExact("the end")
        #expect(try scene.positions().shadow == nil)
        #expect(midway * 2 >= Self.rounds, "\(midway) of \(Self.rounds) kills fell midway")
        #expect(resumed >= 1)
        await scene.close()
    }

    @Test func `a process killed while building a new schema version leaves the old one usable`()
        async throws
    {
        let scene = try await Scene()
        var midway = 0
        for round in 1...Self.rounds {
            try await scene.append(Self.eventsPerRound / 3)
            try await scene.runner(schemaVersion: round).catchUp()
            try await scene.kill(schemaVersion: round + 1, rebuilds: false, transactions: 40)
            let positions = try scene.positions()
            if let shadow = positions.shadow {
                if shadow > 0 { midway += 1 }
                // The old program continues with the old model beside the new one.
                try await scene.append(5)
                try await scene.runner(schemaVersion: round).catchUp()
                try await scene.requireExact(schemaVersion: round, "round \(round), the old model")
            }
            try await scene.runner(schemaVersion: round + 1).catchUp()
            try await scene.requireExact(schemaVersion: round + 1, "round \(round), the new model")
            #expect(try scene.models.read("counts") { try $0.state() }?.schemaVersion == round + 1)
        }
        #expect(midway * 2 >= Self.rounds, "\(midway) of \(Self.rounds) kills fell midway")
        await scene.close()
    }
}
