import Foundation
import InMemoryLogging
import Nacre
import NacreTesting
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A log that was lost or replaced, beside files derived from it.
@Suite(.fewAtOnce) struct LostLogTests {
    /// The derived files that are left beside the log.
    enum Witness: String, CaseIterable {
        case index = "index.mdb"
        case views = "views.mdb"
    }

    /// What happens to the log.
    enum Loss: String, CaseIterable {
        case emptied
        case deleted
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func options(
        createsStore: Bool = true, onlyLooks: Bool = false, _ logged: Logged = Logged()
    ) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.small(createsStore: createsStore, logger: logged.logger)
        options.fallsBackToReadOnly = onlyLooks
        options.tailLimits = TailLimits(eventsPerGeneration: 16, maxCount: 64)
        return options
    }

    private func file(_ name: String) -> URL { URL(fileURLWithPath: folder.store + "/" + name) }

    /// Appends commits of one event each; the index takes in what it does by itself, a model everything.
    ///
    /// - Returns: The head.
    @discardableResult
    private func append(_ count: Int, isDerived: Bool = true, model: String = "tally") async throws -> Position {
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        for _ in 0..<count { try await store.append([EventData(type: "T", data: [1])], to: "s-1") }
        let checkpoint = try await store.checkpoint(at: try await store.head())
        if isDerived {
            try await store.catchUpIndex()
            try plant(checkpoint, as: model)
        }
        await store.close()
        return checkpoint.position
    }

    /// Writes a model of one row with a checkpoint.
    private func plant(_ checkpoint: Checkpoint, as model: String, inShadow: Bool = false) throws {
        let models = try LMDBReadModelStore.open(at: file("views.mdb").path, mapSize: 64 << 20)
        defer { models.close() }
        try models.write(model) { writer in
            let tables = inShadow ? try writer.writableShadow() : writer
            try tables.setValue([1], for: [1], in: 0)
            try tables.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint))
        }
    }

    private func leave(_ witness: Witness) throws {
        for other in Witness.allCases where other != witness {
            try FileManager.default.removeItem(at: file(other.rawValue))
        }
    }

    /// Expects opening for appending to be refused with these words; no file changes.
    private func expectRefusal(naming words: [String], _ comment: Comment? = nil) async throws {
        let before = try folder.contents()
        for createsStore in [true, false] {
            let error = await #expect(throws: EventStoreError.self, comment) {
                try await LMDBEventStore.open(at: folder.store, options: Self.options(createsStore: createsStore))
            }
            #expect(error?.code == .eventsLost, comment)
            for word in words { #expect(error?.message.contains(word) == true, "\(word) in \(error?.message ?? "")") }
        }
        #expect(try folder.contents() == before, comment)
    }

    @Test(arguments: Loss.allCases, Witness.allCases)
    func `a missing log is not replaced beside derived files`(
        loss: Loss, witness: Witness
    ) async throws {
        try await append(40)
        try leave(witness)
        switch loss {
        case .emptied: try Data().write(to: file("log.mdb"))
        case .deleted: try FileManager.default.removeItem(at: file("log.mdb"))
        }
        try await expectRefusal(naming: [folder.store, "log.mdb is missing or empty", witness.rawValue])
        // There is nothing to inspect and nothing to confirm.
        for open in [
            { _ = try await LMDBEventStore.open(at: folder.store, options: Self.options(onlyLooks: true)) },
            { _ = try await LMDBEventStore.confirmRestored(at: folder.store, options: Self.options()) },
        ] {
            let error = await #expect(throws: EventStoreError.self) { try await open() }
            #expect(error?.code == .eventsLost)
        }
        try FileManager.default.removeItem(at: file(witness.rawValue))
        try await append(1)
    }

    @Test(arguments: Witness.allCases)
    func `an older log beside newer derived files is refused with both positions`(witness: Witness) async throws {
        let older = try await append(10)
        let log = try Data(contentsOf: file("log.mdb"))
        let newer = try await append(40)
        let index = try #require(try statements().first { $0.witness == .index }?.checkpoint.position)
        try #require(index > older)
        try leave(witness)
        try log.write(to: file("log.mdb"))
        let known = witness == .index ? index : newer
        try await expectRefusal(naming: [folder.store, "up to position \(known)", "ends at position \(older)"])
    }

    private func statements() throws -> [LostEventDetection.Statement] {
        try LostEventDetection.statements(in: StoreFolder(folder.store), mapSize: 64 << 20)
    }

    @Test(arguments: Witness.allCases)
    func `a diverged log beside derived files is refused`(witness: Witness) async throws {
        try await append(10)
        let log = try Data(contentsOf: file("log.mdb"))
        try await append(40)
        let derived = try Data(contentsOf: file(witness.rawValue))
        try log.write(to: file("log.mdb"))
        for name in Witness.allCases { try FileManager.default.removeItem(at: file(name.rawValue)) }
        try await append(60, isDerived: false)
        for name in Witness.allCases { try? FileManager.default.removeItem(at: file(name.rawValue)) }
        try derived.write(to: file(witness.rawValue))
        try await expectRefusal(naming: [folder.store, "another event at position"])
    }

    @Test func `a log that lost its last commit is refused if a read model has seen it`()
        async throws
    {
        try await append(3)
        let before = try Data(contentsOf: file("log.mdb")).prefix(2 * 4_096)
        let head = try await append(1)
        // LMDB's two meta pages, as left by the previous commit.
        let handle = try FileHandle(forUpdating: file("log.mdb"))
        try handle.write(contentsOf: before)
        try handle.close()
        try await expectRefusal(naming: ["up to position \(head)", "ends at position \(head - 1)"])
    }

    @Test func `a shadow's checkpoint is evidence of lost events too`() async throws {
        let older = try await append(5)
        let log = try Data(contentsOf: file("log.mdb"))
        let newer = try await append(5, isDerived: false)
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        let checkpoint = try await store.checkpoint(at: newer)
        await store.close()
        try plant(checkpoint, as: "tally", inShadow: true)
        try log.write(to: file("log.mdb"))
        try await expectRefusal(naming: ["\"tally\"", "up to position \(newer)", "ends at position \(older)"])
        // The shadow is discarded; the live model fits the log.
        let confirmation = try await LMDBEventStore.confirmRestored(at: folder.store, options: Self.options())
        #expect(confirmation.discarded == [LostEvents(in: .readModel("tally"), position: newer, head: older)])
        let models = try await LMDBReadModelStore.open(at: file("views.mdb").path, mapSize: 64 << 20)
        defer { models.close() }
        #expect(try models.read("tally") { try $0.state()?.checkpoint.position } == older)
        #expect(try models.read("tally") { try $0.shadow().state() } == nil)
    }

    @Test func `a store opened for reading returns what is left, names the loss and changes nothing`() async throws {
        let older = try await append(10)
        let log = try Data(contentsOf: file("log.mdb"))
        let newer = try await append(40)
        try log.write(to: file("log.mdb"))
        let before = try folder.contents()
        let logged = Logged()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(onlyLooks: true, logged))
        #expect(store.isReadOnly)
        #expect(store.lostEvents.contains(LostEvents(in: .readModel("tally"), position: newer, head: older)))
        #expect(store.lostEvents.map(\.witness).contains(.index))
        #expect(logged.entries.filter { "\($0.message)" == LogMessage.eventsLost.rawValue }.count == 2)
        #expect(try await store.read("s-1").collect().count == Int(older))
        let findings = Findings()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0) })
        #expect(findings.all.count == 2)
        let error = await #expect(throws: EventStoreError.self) {
            try await store.append([EventData(type: "T", data: [])], to: "s-1")
        }
        #expect(error?.code == .eventsLost)
        #expect(error?.outcome == .notWritten)
        await store.close()
        #expect(try folder.contents() == before)
    }

    @Test func `confirming a restore discards only derived data ahead of the log`() async throws {
        let older = try await append(10, model: "still")
        let log = try Data(contentsOf: file("log.mdb"))
        let newer = try await append(40)
        try log.write(to: file("log.mdb"))
        let confirmation = try await LMDBEventStore.confirmRestored(at: folder.store, options: Self.options())
        #expect(confirmation.head == older)
        #expect(Set(confirmation.discarded.map(\.witness)) == [.index, .readModel("tally")])
        #expect(confirmation.discarded.contains { $0.position == newer && $0.head == older })
        #expect(try Data(contentsOf: file("log.mdb")).count == log.count)
        #expect(try statements().map(\.checkpoint.position) == [older])

        let again = try await LMDBEventStore.confirmRestored(at: folder.store, options: Self.options())
        #expect(again == RestoreConfirmation(head: older, discarded: []))
        #expect(try await append(1) == older + 1)
    }

    @Test func `derived files of another store are no evidence`() async throws {
        try await append(40)
        let other = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: other.store, options: Self.options())
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        await store.close()
        for name in Witness.allCases {
            try? FileManager.default.removeItem(atPath: other.store + "/" + name.rawValue)
            try FileManager.default.copyItem(
                at: file(name.rawValue), to: URL(fileURLWithPath: other.store + "/" + name.rawValue))
        }
        let reopened = try await LMDBEventStore.open(at: other.store, options: Self.options())
        #expect(try await reopened.head() == 1)
        await reopened.close()
    }

    @Test func `an unsynced store discards derived data ahead of its log`() async throws {
        let older = try await append(10)
        let log = try Data(contentsOf: file("log.mdb"))
        try await append(40)
        try log.write(to: file("log.mdb"))
        var options = Self.options()
        options.durability = .unsynced
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(!store.isDurable)
        #expect(try await store.head() == older)
        #expect(try await store.statistics().indexedUpTo <= older)
        await store.close()
    }

    @Test func `a backup opens although its source has newer events`() async throws {
        try await append(10)
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options())
        try await store.backup(to: folder.path + "/copy")
        await store.close()
        try await append(40)
        let copy = try await LMDBEventStore.open(at: folder.path + "/copy", options: Self.options())
        #expect(try await copy.head() == 10)
        #expect(copy.isDurable)
        await copy.close()
    }
}
