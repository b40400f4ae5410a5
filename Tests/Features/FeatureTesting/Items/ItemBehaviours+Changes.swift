import DomainKit
import ItemsDomain
import NacreTesting
import Testing

extension ItemBehaviours {
    /// The behaviour of the use cases.
    static let changes: [Behaviour<ItemStores>] = [
        Behaviour("a created item has its name, trimmed, and is open") { stores async throws in
            let item = try await stores.items.create(name: "  Buy milk\n")
            #expect(item.name == "Buy milk")
            #expect(!item.isCompleted)
            #expect(!item.isDeleted)
            #expect(item.version == 1)
            #expect(try await stores.items.fetch(item.id) == item)
        },
        Behaviour("an item can be created with a given identity, once") { stores async throws in
            let id = ItemID.fresh
            #expect(try await stores.items.create(name: "one", id: id).id == id)
            let error = await #expect(throws: ItemError.self) { try await stores.items.create(name: "two", id: id) }
            #expect(error?.code == .alreadyExists)
            #expect(error?.id == id)
            #expect(try await stores.items.fetch(id).name == "one")
        },
        Behaviour("a name that violates a rule is rejected, and nothing is written") { stores async throws in
            let id = ItemID.fresh
            await #expect(throws: ValidationError.self) { try await stores.items.create(name: " ", id: id) }
            #expect(try await stores.repository.load(id).version == 0)
            _ = try await stores.items.create(name: "one", id: id)
            await #expect(throws: ValidationError.self) { try await stores.items.rename(id, to: "a\u{1B}b") }
            #expect(try await stores.repository.load(id).version == 1)
        },
        Behaviour("an item is renamed, completed and reopened") { stores async throws in
            let id = try await stores.items.create(name: "one").id
            #expect(try await stores.items.rename(id, to: "two").name == "two")
            #expect(try await stores.items.complete(id).isCompleted)
            let reopened = try await stores.items.reopen(id)
            #expect(!reopened.isCompleted)
            #expect(reopened.name == "two")
            #expect(reopened.version == 4)
        },
        Behaviour("a command that changes nothing writes no event") { stores async throws in
            let id = try await stores.items.create(name: "one").id
            #expect(try await stores.items.rename(id, to: " one ").version == 1)
            #expect(try await stores.items.reopen(id).version == 1)
            #expect(try await stores.items.complete(id).version == 2)
            #expect(try await stores.items.complete(id).version == 2)
        },
        Behaviour("a name with other bytes is another name") { stores async throws in
            let id = try await stores.items.create(name: "caf\u{E9}").id
            let renamed = try await stores.items.rename(id, to: "cafe\u{301}")
            #expect(renamed.version == 2)
            #expect(Array(renamed.name.utf8) == Array("cafe\u{301}".utf8))
        },
        Behaviour("every command but restore on a deleted item is rejected, and nothing is written") {
            stores async throws in
            let items = stores.items
            let id = try await items.create(name: "one").id
            #expect(try await items.delete(id).isDeleted)
            let attempts: [@Sendable () async throws -> ItemDetails] = [
                { try await items.create(name: "one", id: id) }, { try await items.rename(id, to: "two") },
                { try await items.complete(id) }, { try await items.reopen(id) }, { try await items.delete(id) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: ItemError.self) { try await attempt() }
                #expect(error?.code == .deleted)
                #expect(error?.id == id)
            }
            #expect(try await stores.repository.load(id).version == 2)
            #expect(try await items.fetch(id).isDeleted)
        },
        Behaviour("a deleted item is restored with its name and state, is listed again, and can be changed") {
            stores async throws in
            let items = stores.items
            let id = try await items.create(name: "one").id
            _ = try await items.complete(id)
            #expect(try await items.restore(id).version == 2)
            let deleted = try await items.delete(id)
            #expect(try await items.fetchAll().elements.isEmpty)
            _ = stores.time.advance(by: .seconds(1))
            let restored = try await items.restore(id)
            #expect(!restored.isDeleted && restored.isCompleted)
            #expect(restored.name == "one")
            #expect(restored.version == 4)
            #expect(restored.updatedAt > deleted.updatedAt)
            #expect(try await items.fetchAll().elements == [restored])
            #expect(try await items.restore(id) == restored)
            #expect(try await items.rename(id, to: "two").version == 5)
            #expect(try await items.delete(id).isDeleted)
            #expect(try await items.restore(id).name == "two")
        },
        Behaviour("the history of an item has its events in order, also after its deletion") { stores async throws in
            let items = stores.items
            let id = try await items.create(name: "one").id
            _ = try await items.rename(id, to: "caf\u{E9} 🦪")
            _ = try await items.complete(id)
            _ = try await items.reopen(id)
            let deleted = try await items.delete(id)
            var events: [ItemEvent] = [
                .created(name: "one"), .renamed(name: "caf\u{E9} 🦪"), .completed, .reopened, .deleted,
            ]
            let history = try await items.fetchHistory(id)
            #expect(history.map(\.event) == events)
            #expect(history.map(\.version) == [1, 2, 3, 4, 5])
            #expect(history.last?.time == deleted.updatedAt)
            _ = try await items.restore(id)
            events.append(.restored)
            #expect(try await items.fetchHistory(id).map(\.event) == events)
        },
        Behaviour("a command on an item that does not exist is rejected, naming the item") { stores async throws in
            let items = stores.items
            let id = ItemID.fresh
            let attempts: [@Sendable () async throws -> ItemDetails] = [
                { try await items.rename(id, to: "two") }, { try await items.complete(id) },
                { try await items.reopen(id) }, { try await items.delete(id) }, { try await items.restore(id) },
                { try await items.fetch(id) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: ItemError.self) { try await attempt() }
                #expect(error?.code == .notFound)
                #expect(error?.message.contains("\(id)") == true)
            }
            #expect(try await stores.repository.load(id).version == 0)
        },
        Behaviour("all items are fetched page by page") { stores async throws in
            var ids: [ItemID] = []
            for number in 1...3 { ids.append(try await stores.items.create(name: "item \(number)").id) }
            _ = try await stores.items.delete(ids[1])
            let first = try await stores.items.fetchAll(limit: 1)
            let second = try await stores.items.fetchAll(after: first.next, limit: 1)
            #expect(first.elements.map(\.id) == [ids[0]])
            #expect(second.elements.map(\.id) == [ids[2]])
            #expect(second.next == nil)
            #expect(try await stores.items.fetchAll(includingDeleted: true).elements.map(\.id) == ids)
        },
        Behaviour("concurrent changes all happen, each once") { stores async throws in
            let items = stores.items
            let id = try await items.create(name: "0").id
            try await withThrowingTaskGroup { group in
                for number in 1...8 {
                    group.addTask { _ = try await items.rename(id, to: "\(number)") }
                }
                try await group.waitForAll()
            }
            #expect(try await items.fetch(id).version == 9)
        },
        Behaviour("of two concurrent creations with one identity, one succeeds") { stores async throws in
            let items = stores.items
            let id = ItemID.fresh
            let outcomes = await withTaskGroup { group in
                for number in 1...2 {
                    group.addTask { () -> ItemError.Code? in
                        do {
                            _ = try await items.create(name: "\(number)", id: id)
                            return nil
                        } catch {
                            return (error as? ItemError)?.code ?? .notShown
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(outcomes) == [nil, .alreadyExists])
            #expect(try await items.fetch(id).version == 1)
        },
    ]
}
