import DomainKit
import Foundation
import ItemsDomain
import Nacre
import NacreLMDB
import NacreRuntime
import Shell
import TestTraits
import Testing

/// Snapshots of items with long histories are stored beside the read models, and ignored if they do not belong to
/// the log.
@Suite(.fewAtOnce)
struct ItemHistorySnapshotTests {
    private let id: ItemID

    init() throws {
        id = try ItemID(parsing: "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
    }

    /// A store with an item that was renamed 600 times and then loaded.
    private func store(renaming name: String) async throws -> TemporaryStore {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            _ = try await application.items.create(name: name, id: id)
            let renames = (1...600).map { EventData(type: "ItemRenamed", fields: ["name": "\(name) \($0)"]) }
            try await application.store.append(renames, to: "item-\(id)")
            try await expectState("\(name) 600", in: application)
        }
        return store
    }

    /// Renaming the item to its current name writes no event; any other state would lead to one.
    private func expectState(_ name: String, in application: Application) async throws {
        let item = try await application.items.rename(id, to: name)
        #expect(item.name == name)
        #expect(item.version == 601)
    }

    private func views(of store: TemporaryStore) -> URL { URL(fileURLWithPath: "\(store.path)/views.mdb") }

    @Test
    func `a snapshot is stored, and verification finds no fault`() async throws {
        let store = try await store(renaming: "one")
        #expect(try Data(contentsOf: views(of: store)).range(of: Data("snapshots-item".utf8)) != nil)
        let notices = Notices()
        try await store.withApplication(notices) { application in
            try await expectState("one 600", in: application)
            #expect(try await application.items.rename(id, to: "two").version == 602)
            let found = try await application.runtime.inspection.verify(progress: { _, _ in }, finding: { _ in })
            #expect(found.findings == 0)
            #expect(try await application.runtime.projections().allSatisfy { $0.misfit == nil })
        }
        #expect(notices.all.isEmpty, "\(notices.all)")
    }

    @Test
    func `snapshots of another store are ignored`() async throws {
        let (one, two) = (try await store(renaming: "one"), try await store(renaming: "two"))
        try FileManager.default.removeItem(at: views(of: one))
        try FileManager.default.copyItem(at: views(of: two), to: views(of: one))
        try await one.withApplication { try await expectState("one 600", in: $0) }
    }

    @Test
    func `snapshots ahead of an older copy of the log are ignored`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { _ = try await $0.items.create(name: "first", id: id) }
        let log = URL(fileURLWithPath: "\(store.path)/log.mdb")
        let copy = store.folder + "/log.mdb"
        try FileManager.default.copyItem(atPath: log.path, toPath: copy)
        func rename(_ name: String) async throws {
            try await store.withApplication { application in
                let renames = (1...600).map { EventData(type: "ItemRenamed", fields: ["name": "\(name) \($0)"]) }
                try await application.store.append(renames, to: "item-\(id)")
                try await expectState("\(name) 600", in: application)
            }
        }
        try await rename("one")
        try FileManager.default.removeItem(at: log)
        try FileManager.default.copyItem(atPath: copy, toPath: log.path)
        try await LMDBEngine(at: store.path, options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20))
            .confirmRestored()
        try await rename("two")
    }
}
