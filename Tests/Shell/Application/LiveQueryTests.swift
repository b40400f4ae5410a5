import DomainKit
import Foundation
import ItemsDomain
import Nacre
import NacreTesting
import PeerMessages
import ProfileDomain
import Shell
import ShellPeer
import TestTraits
import Testing

/// A change that is never reported would be awaited forever; the time limit includes waiting for a free slot.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct LiveQueryTests {
    private func creation(of id: ItemID, data: String = #"{"name":"of another process"}"#) -> Commit {
        Commit([EventData(type: "ItemCreated", data: Array(data.utf8))], to: "item-\(id)")
    }

    @Test
    func `an observer receives the changes of another process`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            let id = ItemID(RandomIDGenerator().next())
            var pages = application.items.observeAll().makeAsyncIterator()
            #expect(try await pages.next()?.elements == [])
            let told = Task { [pages] in
                var pages = pages
                return try await pages.next()
            }
            let peer = Peer(store: store.path, arguments: ["--map-size", "\(64 << 20)"])
            _ = try await peer.run(.append(PeerCommit(creation(of: id))), as: PeerAnswer.self).result()
            #expect(try await told.value?.elements.map(\.id) == [id])
        }
    }

    @Test
    func `an observer receives the last value, and none out of order, however often other processes change it`()
        async throws
    {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            let (processes, tasks) = (2, 8)
            let peer = Peer<ShellJob>("ShellPeer", store: store.path, arguments: ["--map-size", "\(64 << 20)"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for process in 0..<processes {
                    group.addTask {
                        // Each of the tasks sets up a profile.
                        let names: PeerNames = try await peer.run(
                            .takeScreenNames(process: process, of: processes, tasks: tasks, names: processes * tasks))
                        #expect(names.failures.isEmpty)
                    }
                }
                group.addTask {
                    var last = -1
                    for try await page in application.profiles.observeAll() {
                        #expect(page.elements.count > last)
                        last = page.elements.count
                        if last == processes * tasks { return }
                    }
                }
                for try await _ in group {}
            }
        }
    }

    @Test
    func `an event appended between a query's read of the log and its answer is reported next`()
        async throws
    {
        let store = InMemoryEventStore()
        var values = LiveValues(following: LogChanges(of: store)) {
            let version = try await store.version(of: "noise")
            if version < 3 { try await store.append([EventData(type: "Noise", data: [])], to: "noise") }
            return version
        }.makeAsyncIterator()
        for version in StreamVersion(0)...3 { #expect(try await values.next() == version) }
    }

    @Test
    func `closing the store ends an observation with an error`() async throws {
        let store = try TemporaryStore()
        let application = try await store.open()
        var pages = application.items.observeAll().makeAsyncIterator()
        _ = try await pages.next()
        let told = Task { [pages] in
            var pages = pages
            return try await pages.next()
        }
        await application.close()
        let error = await #expect(throws: EventStoreError.self) { try await told.value }
        #expect(error?.code == .closed)
    }

    @Test
    func `a halt ends an observation with an error, after the values before it`() async throws {
        let application = try Application.inMemory()
        var pages = application.items.observeAll().makeAsyncIterator()
        #expect(try await pages.next()?.elements == [])
        let item = try await application.items.create(name: "one")
        #expect(try await pages.next()?.elements == [item])
        try await application.store.append(creation(of: ItemID(RandomIDGenerator().next()), data: "[]"))
        let error = await #expect(throws: EventStoreError.self) { try await pages.next() }
        #expect(error?.code == .projectionHalted)
        #expect(try await pages.next() == nil)
        var profiles = application.profiles.observeAll().makeAsyncIterator()
        #expect(try await profiles.next()?.elements == [])
        await application.close()
    }

    @Test
    func `cancelling an observation that waits leaves the store usable`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            var pages = application.items.observeAll().makeAsyncIterator()
            _ = try await pages.next()
            let told = Task { [pages] in
                var pages = pages
                return try await pages.next()
            }
            await Task.yield()
            told.cancel()
            await #expect(throws: CancellationError.self) { try await told.value }
            let item = try await application.items.create(name: "one")
            #expect(try await pages.next()?.elements == [item])
        }
    }

    @Test
    func `only events of its own query wake the observer of a read model`() async throws {
        let paced = PacedEventStore(InMemoryEventStore())
        let changes = LogChanges(of: paced, matching: .categories("item"))
        try await paced.append([EventData(type: "Noise", data: [])], to: "noise")
        try await paced.showAll()
        let waits = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await paced.settled()
                return true
            }
            group.addTask {
                try await changes.waitForChange(after: 0)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next()
        }
        #expect(waits == true)
        _ = try await paced.append(creation(of: ItemID(RandomIDGenerator().next())))
        try await paced.showAll()
        try await changes.waitForChange(after: 1)
    }
}
