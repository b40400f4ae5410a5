import DomainKit
import ItemsDomain
import Testing

extension ItemBehaviours {
    /// What is asked of whoever observes.
    static let observing: [Behaviour<ItemStores>] = [
        Behaviour("a list is told as it is, and then as it has changed to") { stores async throws in
            var pages = stores.items.observeAll().makeAsyncIterator()
            #expect(try await pages.next()?.elements == [])
            let item = try await stores.items.create(name: "one")
            #expect(try await pages.next()?.elements == [item])
            let renamed = try await stores.items.rename(item.id, to: "two")
            #expect(try await pages.next()?.elements == [renamed])
            _ = try await stores.items.delete(item.id)
            #expect(try await pages.next()?.elements == [])
        },
        Behaviour("an observer that is slow gets the newest list alone") { stores async throws in
            var pages = stores.items.observeAll().makeAsyncIterator()
            _ = try await pages.next()
            var created: [ItemDetails] = []
            for number in 1...5 { created.append(try await stores.items.create(name: "\(number)")) }
            #expect(try await pages.next()?.elements == created)
            created.append(try await stores.items.create(name: "6"))
            #expect(try await pages.next()?.elements == created)
        },
        Behaviour("of one item its own changes are told, from before its creation to its deletion") {
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
        Behaviour("however changes race with looks, the last list is told") { stores async throws in
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
        Behaviour("a limit that is none ends observing with what is wrong") { stores async throws in
            await #expect(throws: ValidationError.self) {
                for try await page in stores.items.observeAll(limit: 0) { Issue.record("\(page)") }
            }
        },
        Behaviour("observing ends when its task is cancelled") { stores async throws in
            let consumer = Task {
                for try await _ in stores.items.observeAll() {}
            }
            await Task.yield()
            consumer.cancel()
            await #expect(throws: CancellationError.self) { try await consumer.value }
        },
    ]
}
