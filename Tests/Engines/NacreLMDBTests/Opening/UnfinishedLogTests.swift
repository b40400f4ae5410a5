import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store whose creation was interrupted by a power loss.
@Suite(.fewAtOnce) struct UnfinishedLogTests {
    /// A folder whose log is a page of zeros.
    private func unfinished() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: true)
        try Data(count: 4_096).write(to: URL(fileURLWithPath: folder.store + "/log.mdb"))
        return folder
    }

    private func open(_ folder: TemporaryFolder, isCreating: Bool = true) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(
            at: folder.store,
            options: .init(createsStore: isCreating, mapSize: 64 << 20, derivedMapSize: 64 << 20))
    }

    @Test func `an unfinished log is created again`() async throws {
        let folder = try unfinished()
        let store = try await open(folder)
        try await store.append([EventData(type: "T", data: [])], to: "s-1", expecting: .noStream)
        await store.close()
        let again = try await open(folder, isCreating: false)
        #expect(try await again.head() == 1)
        await again.close()
    }

    @Test func `an unfinished log is no store if none may be created`() async throws {
        let folder = try unfinished()
        let error = await #expect(throws: EventStoreError.self) { try await open(folder, isCreating: false) }
        #expect(error?.code == .noSuchStore)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store + "/log.mdb")).count == 4_096)
    }

    @Test(arguments: ["index.mdb", "views.mdb"])
    func `a log beside derived files does not count as unfinished`(name: String) async throws {
        let folder = try unfinished()
        try Data().write(to: URL(fileURLWithPath: folder.store + "/" + name))
        let error = await #expect(throws: EventStoreError.self) { try await open(folder) }
        #expect(error?.code == .notAStore)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store + "/log.mdb")).count == 4_096)
    }
}
