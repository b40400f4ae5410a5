import DomainKit
import ItemsDomain
import NacreTesting
import Testing

extension ItemBehaviours {
    /// The behaviour of the read model.
    static let queries: [Behaviour<ItemStores>] = [
        Behaviour("an item that was never created is nil") { stores async throws in
            #expect(try await stores.queries.item(.fresh) == nil)
            #expect(
                try await stores.queries.items(after: nil, limit: 10, includingDeleted: true)
                    == Page(elements: [], next: nil))
        },
        Behaviour("saved changes are visible at once, with the times of the first and the last event") {
            stores async throws in
            let id = ItemID.fresh
            let createdAt = stores.time.advance(by: .seconds(1))
            _ = try await stores.repository.save([.created(name: "one")], for: id, expecting: 0)
            var expected = ItemDetails(
                id: id, name: "one", isCompleted: false, isDeleted: false, createdAt: createdAt,
                updatedAt: createdAt, version: 1)
            #expect(try await stores.queries.item(id) == expected)

            let updatedAt = stores.time.advance(by: .seconds(1))
            _ = try await stores.repository.save([.renamed(name: "two"), .completed], for: id, expecting: 1)
            expected = ItemDetails(
                id: id, name: "two", isCompleted: true, isDeleted: false, createdAt: createdAt,
                updatedAt: updatedAt, version: 3)
            #expect(try await stores.queries.item(id) == expected)
        },
        Behaviour("times are shown with their given decimals") { stores async throws in
            let id = ItemID.fresh
            let time = stores.time.advance(by: .seconds(1))
            _ = try await stores.repository.save([.created(name: "one")], for: id, expecting: 0)
            let details = try #require(try await stores.queries.item(id))
            #expect(details.createdAt.description == time.description)
            #expect(details.updatedAt.description == time.description)
        },
        Behaviour("a deleted item can be fetched, and is listed only on demand") { stores async throws in
            let (kept, deleted) = (ItemID.fresh, ItemID.fresh)
            _ = try await stores.repository.save([.created(name: "deleted"), .deleted], for: deleted, expecting: 0)
            _ = try await stores.repository.save([.created(name: "kept")], for: kept, expecting: 0)
            #expect(try await stores.queries.item(deleted)?.isDeleted == true)
            #expect(try await stores.queries.item(deleted)?.name == "deleted")
            #expect(try await stores.list(includingDeleted: false) == [kept])
            #expect(try await stores.list(includingDeleted: true) == [deleted, kept])
        },
        Behaviour("items are listed in order of creation, whatever their later changes") { stores async throws in
            var ids: [ItemID] = []
            for number in 1...5 {
                ids.append(.fresh)
                _ = try await stores.repository.save(
                    [.created(name: "item \(number)")], for: ids[number - 1], expecting: 0)
            }
            _ = try await stores.repository.save([.renamed(name: "a")], for: ids[3], expecting: 1)
            _ = try await stores.repository.save([.completed], for: ids[0], expecting: 1)
            #expect(try await stores.list(includingDeleted: false) == ids)
        },
        Behaviour("pages of any size make up the whole list, and the last one has no cursor") { stores async throws in
            var ids: [ItemID] = []
            for number in 0..<7 {
                ids.append(.fresh)
                _ = try await stores.repository.save(
                    number % 3 == 1 ? [.created(name: "n"), .deleted] : [.created(name: "n")],
                    for: ids[number], expecting: 0)
            }
            let kept = ids.indices.filter { $0 % 3 != 1 }.map { ids[$0] }
            for limit in 1...8 {
                #expect(try await stores.list(limit: limit, includingDeleted: true) == ids)
                #expect(try await stores.list(limit: limit, includingDeleted: false) == kept)
            }
        },
        Behaviour("a page with all remaining items has no cursor") { stores async throws in
            _ = try await stores.repository.save([.created(name: "one")], for: .fresh, expecting: 0)
            _ = try await stores.repository.save([.created(name: "two"), .deleted], for: .fresh, expecting: 0)
            #expect(try await stores.queries.items(after: nil, limit: 1, includingDeleted: false).next == nil)
            #expect(try await stores.queries.items(after: nil, limit: 1, includingDeleted: true).next != nil)
        },
        Behaviour("a cursor stays valid after its item is deleted and others are created") { stores async throws in
            let ids = [ItemID.fresh, .fresh, .fresh]
            _ = try await stores.repository.save([.created(name: "one")], for: ids[0], expecting: 0)
            _ = try await stores.repository.save([.created(name: "two")], for: ids[1], expecting: 0)
            let first = try await stores.queries.items(after: nil, limit: 1, includingDeleted: false)
            _ = try await stores.repository.save([.deleted], for: ids[0], expecting: 1)
            _ = try await stores.repository.save([.created(name: "three")], for: ids[2], expecting: 0)
            let second = try await stores.queries.items(after: first.next, limit: 5, includingDeleted: false)
            #expect(second.elements.map(\.id) == [ids[1], ids[2]])
            #expect(second.next == nil)
        },
        Behaviour("a cursor after all profiles gives an empty page") { stores async throws in
            _ = try await stores.repository.save([.created(name: "one")], for: .fresh, expecting: 0)
            let page = try await stores.queries.items(
                after: PageCursor(position: .max), limit: 5, includingDeleted: true)
            #expect(page == Page(elements: [], next: nil))
        },
    ]
}

extension ItemStores {
    /// The whole list, read in pages of a given size.
    func list(limit: Int = 1000, includingDeleted: Bool) async throws -> [ItemID] {
        var ids: [ItemID] = []
        var cursor: PageCursor?
        repeat {
            let page = try await queries.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
            #expect(page.elements.count <= limit)
            ids += page.elements.map(\.id)
            cursor = page.next
        } while cursor != nil && ids.count < 1000
        return ids
    }
}
