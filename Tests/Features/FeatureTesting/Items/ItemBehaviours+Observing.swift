import DomainKit
import ItemsDomain
import Testing

extension ItemBehaviours {
    /// The behaviour of live queries.
    static let observing: [Behaviour<ItemStores>] = [
        Behaviour("an observed list is delivered as it is, then after each change") { stores async throws in
            var pages = stores.items.observeAll().makeAsyncIterator()
            #expect(try await pages.next()?.elements == [])
            let item = try await stores.items.create(name: "one")
            #expect(try await pages.next()?.elements == [item])
            let renamed = try await stores.items.rename(item.id, to: "two")
            #expect(try await pages.next()?.elements == [renamed])
            _ = try await stores.items.delete(item.id)
            #expect(try await pages.next()?.elements == [])
        },
        Behaviour("a slow observer gets only the newest list") { stores async throws in
            var pages = stores.items.observeAll().makeAsyncIterator()
            _ = try await pages.next()
            var created: [ItemDetails] = []
            for number in 1...5 { created.append(try await stores.items.create(name: "\(number)")) }
            #expect(try await pages.next()?.elements == created)
            created.append(try await stores.items.create(name: "6"))
            #expect(try await pages.next()?.elements == created)
        },
        Behaviour("an observed item is delivered from before its creation to its deletion") {
            stores async throws in
            let id = ItemID.fresh
            var seen = stores.items.observe(id).makeAsyncIterator()
            #expect(try await seen.next() == .some(nil))
            _ = try await stores.items.create(name: "another")
            let created = try await stores.items.create(name: "one", id: id)
            #expect(try await seen.next() == created)
            _ = try await stores.items.create(name: "a third")
            let deleted = try await stores.items.delete(id)
            #expect(try await seen.next() == deleted)
        },
        Behaviour("the last list is delivered, however changes and reads race") { stores async throws in
            let (tasks, count) = (4, 10)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        for number in 0..<count { _ = try await stores.items.create(name: "\(number)") }
                    }
                }
                group.addTask {
                    var last = -1
                    for try await page in stores.items.observeAll(limit: 1000) {
                        #expect(page.elements.count > last)
                        last = page.elements.count
                        if last == tasks * count { return }
                    }
                }
                try await group.waitForAll()
            }
        },
        Behaviour("an invalid limit ends observation with a validation error") { stores async throws in
            await #expect(throws: ValidationError.self) {
                for try await page in stores.items.observeAll(limit: 0) { Issue.record("\(page)") }
            }
        },
        Behaviour("observation ends when its task is cancelled") { stores async throws in
            let consumer = Task {
                for try await _ in stores.items.observeAll() {}
            }
            await Task.yield()
            consumer.cancel()
            await #expect(throws: CancellationError.self) { try await consumer.value }
        },
    ]
}
