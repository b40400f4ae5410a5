import DomainKit
import ItemsDomain
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ItemBehaviours {
    /// The behaviour of the repository.
    static let repository: [Behaviour<ItemStores>] = [
        Behaviour("an item without events is in the initial state at version 0") { stores async throws in
            #expect(try await stores.repository.load(.fresh) == Versioned(state: .none, version: 0))
        },
        Behaviour("saved events are loaded, in order") { stores async throws in
            let id = ItemID.fresh
            let version = try await stores.repository.save(
                [.created(name: "one"), .renamed(name: "two"), .completed], for: id, expecting: 0)
            #expect(version == 3)
            let loaded = try await stores.repository.load(id)
            #expect(loaded == Versioned(state: .present(name: "two", isCompleted: true), version: 3))
        },
        Behaviour("saving continues from the previous version") { stores async throws in
            let id = ItemID.fresh
            _ = try await stores.repository.save([.created(name: "one")], for: id, expecting: 0)
            let version = try await stores.repository.save([.completed, .deleted], for: id, expecting: 1)
            #expect(version == 3)
            #expect(
                try await stores.repository.load(id)
                    == Versioned(state: .deleted(name: "one", isCompleted: true), version: 3))
        },
        Behaviour("saving at another version is a conflict that names both, and saves nothing") { stores async throws in
            let id = ItemID.fresh
            _ = try await stores.repository.save([.created(name: "one")], for: id, expecting: 0)
            for wrong: UInt64 in [0, 2] {
                let conflict = await #expect(throws: (any Error).self) {
                    try await stores.repository.save([.renamed(name: "two")], for: id, expecting: wrong)
                }
                #expect(conflict?.isConflict == true)
                #expect(conflict.map { "\($0)" }?.contains("item-\(id)") == true)
                #expect(conflict.map { "\($0)" }?.contains("it is at 1") == true)
            }
            #expect(
                try await stores.repository.load(id)
                    == Versioned(state: .present(name: "one", isCompleted: false), version: 1))
        },
        Behaviour("saving no events checks the version and changes nothing") { stores async throws in
            let id = ItemID.fresh
            _ = try await stores.repository.save([.created(name: "one")], for: id, expecting: 0)
            #expect(try await stores.repository.save([], for: id, expecting: 1) == 1)
            await #expect {
                try await stores.repository.save([], for: id, expecting: 0)
            } throws: { $0.isConflict }
            #expect(try await stores.repository.load(id).version == 1)
        },
        Behaviour("items are independent of each other") { stores async throws in
            let (first, second) = (ItemID.fresh, ItemID.fresh)
            _ = try await stores.repository.save([.created(name: "one")], for: first, expecting: 0)
            _ = try await stores.repository.save([.created(name: "two")], for: second, expecting: 0)
            #expect(try await stores.repository.load(first).state == .present(name: "one", isCompleted: false))
            #expect(try await stores.repository.load(second).state == .present(name: "two", isCompleted: false))
        },
        Behaviour("a name survives a round trip byte for byte") { stores async throws in
            let id = ItemID.fresh
            let name = "cafe\u{301} \"\\\u{2028}/\u{1F41A} \u{FEFF}"
            _ = try await stores.repository.save([.created(name: name)], for: id, expecting: 0)
            guard case .present(let loaded, _, _) = try await stores.repository.load(id).state else {
                Issue.record("the item is not there")
                return
            }
            #expect(Array(loaded.utf8) == Array(name.utf8))
            #expect(try await stores.queries.item(id).map { Array($0.name.utf8) } == Array(name.utf8))
        },
    ]
}

extension ItemID {
    /// An identity that is not in use.
    static var fresh: ItemID { ItemID(UUID()) }
}
