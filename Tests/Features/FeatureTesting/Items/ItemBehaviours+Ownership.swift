import DomainKit
import ItemsDomain
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ItemBehaviours {
    /// The behaviour of use cases that are limited to the items of one owner.
    static let ownership: [Behaviour<ItemStores>] = accessOfOwners + pagesOfOwners + observingOwners + histories

    private static let accessOfOwners: [Behaviour<ItemStores>] = [
        Behaviour("an item belongs to the owner who created it, and stays so") { stores async throws in
            let owner = ItemOwner.fresh
            let items = stores.items(of: owner)
            let id = try await items.create(name: "one").id
            #expect(try await items.rename(id, to: "two").owner == owner)
            #expect(try await items.complete(id).owner == owner)
            #expect(try await items.reopen(id).owner == owner)
            #expect(
                try await stores.repository.load(id).state == .present(name: "two", isCompleted: false, owner: owner))
            #expect(try await items.delete(id).owner == owner)
            #expect(try await items.restore(id).owner == owner)
            #expect(try await items.fetch(id).owner == owner)
        },
        Behaviour("the history of an item is shown to its owner alone, and names the owner") { stores async throws in
            let owner = ItemOwner.fresh
            let id = try await stores.items(of: owner).create(name: "one").id
            let mine = try await stores.items(of: owner).fetchHistory(id)
            #expect(mine.map(\.event) == [.created(name: "one", owner: owner)])
            #expect(try await stores.items.fetchHistory(id) == mine)
            for missing in [id, .fresh] {
                let error = await #expect(throws: ItemError.self) {
                    try await stores.items(of: .fresh).fetchHistory(missing)
                }
                #expect(error?.code == .notFound)
                #expect(error?.id == missing)
            }
        },
        Behaviour("an item that is created for all has no owner") { stores async throws in
            #expect(try await stores.items.create(name: "one").owner == nil)
        },
        Behaviour("all items, of any owner and of none, can be read and changed without an owner") {
            stores async throws in
            let owned = try await stores.items(of: .fresh).create(name: "one")
            let unowned = try await stores.items.create(name: "two")
            #expect(try await stores.items.fetchAll().elements == [owned, unowned])
            #expect(try await stores.items.fetch(owned.id) == owned)
            let renamed = try await stores.items.rename(owned.id, to: "three")
            #expect(renamed.owner == owned.owner)
            #expect(renamed.name == "three")
        },
        Behaviour("every command on another's item answers as on one that does not exist") { stores async throws in
            let mine = stores.items(of: .fresh)
            let others = [
                try await stores.items(of: .fresh).create(name: "one"), try await stores.items.create(name: "two"),
                try await stores.items.delete(stores.items(of: .fresh).create(name: "three").id),
            ]
            let attempts: [@Sendable (ItemID) async throws -> ItemDetails] = [
                { try await mine.fetch($0) }, { try await mine.rename($0, to: "mine") },
                { try await mine.rename($0, to: "one") }, { try await mine.complete($0) },
                { try await mine.reopen($0) }, { try await mine.delete($0) }, { try await mine.restore($0) },
            ]
            for other in others {
                for attempt in attempts {
                    let missing = ItemID.fresh
                    let expected = await #expect(throws: ItemError.self) { try await attempt(missing) }
                    let error = await #expect(throws: ItemError.self) { try await attempt(other.id) }
                    #expect(error?.code == .notFound)
                    #expect(error?.version == nil)
                    #expect(error?.message == expected?.message.replacing("\(missing)", with: "\(other.id)"))
                }
                #expect(try await stores.items.fetch(other.id) == other)
            }
        },
        Behaviour("an invalid name is rejected before it matters whose the item is") { stores async throws in
            let id = try await stores.items(of: .fresh).create(name: "one").id
            let mine = stores.items(of: .fresh)
            await #expect(throws: ValidationError.self) { try await mine.rename(id, to: " ") }
            await #expect(throws: ValidationError.self) { try await mine.create(name: " ", id: id) }
        },
        Behaviour("creating with the id of another's item says that it is taken, whatever its state") {
            stores async throws in
            let mine = stores.items(of: .fresh)
            let present = try await stores.items(of: .fresh).create(name: "one")
            let deleted = try await stores.items.delete(stores.items(of: .fresh).create(name: "two").id)
            let own = try await mine.create(name: "three")
            for item in [present, deleted, own] {
                let error = await #expect(throws: ItemError.self) { try await mine.create(name: "mine", id: item.id) }
                #expect(error?.code == .alreadyExists)
                #expect(error?.message == ItemError(code: .alreadyExists, id: item.id).message)
                #expect(error?.version == nil)
                #expect(try await stores.items.fetch(item.id) == item)
            }
            _ = try await mine.delete(own.id)
            let error = await #expect(throws: ItemError.self) { try await mine.create(name: "mine", id: own.id) }
            #expect(error?.code == .deleted)
        },
        Behaviour("of several owners who create an item with one id at once, one succeeds and has it") {
            stores async throws in
            let id = ItemID.fresh
            let owners = (0..<4).map { _ in ItemOwner.fresh }
            let outcomes = await withTaskGroup(of: (ItemOwner, (any Error)?).self) { group in
                for owner in owners {
                    group.addTask {
                        do {
                            _ = try await stores.items(of: owner).create(name: "one", id: id)
                            return (owner, nil)
                        } catch {
                            return (owner, error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0.1 == nil }.map(\.0) == [try await stores.items.fetch(id).owner])
            let errors = outcomes.compactMap(\.1)
            #expect(errors.allSatisfy { ($0 as? ItemError)?.code == .alreadyExists }, "\(errors)")
        },
        Behaviour("the storage of an owner shows another's item in its initial state, and saves no events of it") {
            stores async throws in
            let other = try await stores.items(of: .fresh).create(name: "one")
            let storage = ItemStorage(
                repository: stores.repository, queries: stores.queries, changes: stores.changes)
            let mine = storage.limited(to: .owner(.fresh))
            #expect(try await mine.repository.load(other.id) == Versioned(state: .none, version: 0))
            #expect(try await mine.queries.item(other.id) == nil)
            for version: UInt64 in [1, 7] {
                let error = await #expect(throws: (any Error).self) {
                    try await mine.repository.save([.completed], for: other.id, expecting: version)
                }
                let conflict = try #require(error as? ConcurrencyConflict)
                #expect(conflict.stream == "item-\(other.id)")
                #expect(conflict.expected == version)
                #expect(conflict.actual == 0)
            }
            let error = await #expect(throws: ItemError.self) {
                try await mine.repository.save([.created(name: "mine")], for: other.id, expecting: 0)
            }
            #expect(error?.code == .alreadyExists)
            #expect(try await stores.items.fetch(other.id) == other)
        },
    ]

    private static let pagesOfOwners: [Behaviour<ItemStores>] = [
        Behaviour("pages of any size hold one owner's items alone, in order of creation") { stores async throws in
            let owners = [ItemOwner.fresh, .fresh, .fresh]
            var created: [ItemOwner: [ItemID]] = [:]
            for number in 0..<20 {
                guard number % 5 != 4 else {
                    _ = try await stores.items.create(name: "without an owner")
                    continue
                }
                // Owners do not take turns evenly, so that page borders fall between any two of them.
                let owner = owners[number % 7 % 3]
                created[owner, default: []].append(try await stores.items(of: owner).create(name: "\(number)").id)
            }
            for owner in owners {
                let ids = try #require(created[owner])
                for limit in 1...(ids.count + 1) {
                    #expect(try await stores.list(of: owner, limit: limit) == ids)
                }
                let deleted = ids[1]
                _ = try await stores.items(of: owner).delete(deleted)
                for limit in 1...ids.count {
                    #expect(try await stores.list(of: owner, limit: limit) == ids.filter { $0 != deleted })
                    #expect(try await stores.list(of: owner, limit: limit, includingDeleted: true) == ids)
                }
            }
        },
        Behaviour("an owner without items has an empty page") { stores async throws in
            _ = try await stores.items.create(name: "one")
            _ = try await stores.items(of: .fresh).create(name: "two")
            let page = try await stores.items(of: .fresh).fetchAll(includingDeleted: true)
            #expect(page == Page(elements: [], next: nil))
        },
        Behaviour("an owner's last page has no cursor, though others' items follow") { stores async throws in
            let mine = stores.items(of: .fresh)
            let one = try await mine.create(name: "one")
            let two = try await mine.create(name: "two")
            _ = try await stores.items(of: .fresh).create(name: "three")
            let first = try await mine.fetchAll(limit: 1)
            #expect(first.elements == [one])
            #expect(try await mine.fetchAll(after: first.next, limit: 1) == Page(elements: [two], next: nil))
        },
        Behaviour("a cursor of another's list, or after all items, shows no item of another") { stores async throws in
            let (mine, theirs) = (stores.items(of: .fresh), stores.items(of: .fresh))
            _ = try await theirs.create(name: "one")
            let own = try await mine.create(name: "two")
            _ = try await theirs.create(name: "three")
            let cursor = try await theirs.fetchAll(limit: 1).next
            #expect(cursor != nil)
            #expect(try await mine.fetchAll(after: cursor) == Page(elements: [own], next: nil))
            let end = PageCursor(position: .max)
            #expect(try await mine.fetchAll(after: end) == Page(elements: [], next: nil))
        },
    ]

    private static let observingOwners: [Behaviour<ItemStores>] = [
        Behaviour("an owner observes only items of that owner") { stores async throws in
            let (mine, theirs) = (stores.items(of: .fresh), stores.items(of: .fresh))
            var pages = mine.observeAll().makeAsyncIterator()
            #expect(try await pages.next()?.elements == [])
            let other = try await theirs.create(name: "one")
            _ = try await stores.items.create(name: "without an owner")
            let own = try await mine.create(name: "two")
            #expect(try await pages.next()?.elements == [own])
            _ = try await theirs.rename(other.id, to: "three")
            let renamed = try await mine.rename(own.id, to: "four")
            #expect(try await pages.next()?.elements == [renamed])
        },
        Behaviour("another's item is observed as one that does not exist, whatever happens to it") {
            stores async throws in
            let (mine, theirs) = (stores.items(of: .fresh), stores.items(of: .fresh))
            let id = ItemID.fresh
            let changes: [@Sendable () async throws -> ItemDetails] = [
                { try await theirs.create(name: "one", id: id) }, { try await theirs.rename(id, to: "two") },
                { try await theirs.complete(id) }, { try await theirs.delete(id) },
            ]
            for change in changes {
                let changed = try await change()
                var mySight = mine.observe(id).makeAsyncIterator()
                #expect(try await mySight.next() == .some(nil))
                var theirSight = theirs.observe(id).makeAsyncIterator()
                #expect(try await theirSight.next() == changed)
            }
        },
    ]
}

extension ItemOwner {
    /// An owner without items.
    static var fresh: ItemOwner { ItemOwner(UUID()) }
}

extension ItemStores {
    /// The whole list of an owner, read in pages of a given size.
    func list(of owner: ItemOwner, limit: Int = 1000, includingDeleted: Bool = false) async throws -> [ItemID] {
        var ids: [ItemID] = []
        var cursor: PageCursor?
        repeat {
            let page = try await items(of: owner).fetchAll(
                after: cursor, limit: limit, includingDeleted: includingDeleted)
            #expect(page.elements.count <= limit)
            #expect(page.elements.allSatisfy { $0.owner == owner })
            ids += page.elements.map(\.id)
            cursor = page.next
        } while cursor != nil && ids.count < 1000
        return ids
    }
}
