import DomainKit
import Foundation
import ItemsDomain
import Kernel
import Nacre
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@Suite(.fewAtOnce)
struct KernelTests {
    @Test
    func `what use cases have changed is there after a restart`() async throws {
        let store = try TemporaryStore()
        let before = try await store.withKernel { kernel in
            try await kernel.fill()
            return try await Contents(of: kernel)
        }
        #expect(before.items.count == 12)
        #expect(before.profiles.map(\.screenName) == ["Lovelace", "grace", "edsger"])
        let notices = Notices()
        #expect(try await store.withKernel(notices) { try await Contents(of: $0) } == before)
        #expect(notices.all.isEmpty)
    }

    @Test
    func `a kernel in memory behaves like one on disk`() async throws {
        let store = try TemporaryStore()
        let time = ManualTimeSource()
        let kernel = Kernel.inMemory(options: .init(timeSource: time, idGenerator: SequentialIDGenerator()))
        try await kernel.fill()
        let options = Kernel.Options(
            mapSize: 64 << 20, derivedMapSize: 32 << 20, timeSource: time, idGenerator: SequentialIDGenerator())
        let onDisk = try await Kernel.live(at: store.path, options: options)
        try await onDisk.fill()
        #expect(try await Contents(of: kernel) == Contents(of: onDisk))
        let summary = try await kernel.inspection.verify(progress: { _, _ in }, finding: { _ in })
        #expect(summary.events == Int(try await onDisk.store.head()))
        #expect(summary.findings == 0)
        await onDisk.close()
        await kernel.close()
        await kernel.close()
        await #expect(throws: EventStoreError.self) { try await kernel.items.create(name: "late") }
    }

    @Test
    func `who asked, and what for, reaches every event through use cases that know nothing of it`() async throws {
        let kernel = Kernel.inMemory()
        try await EventContext.with(correlationID: "request-7", actor: "ada") {
            let item = try await kernel.items.create(name: "Buy milk")
            _ = try await kernel.items.complete(item.id)
            _ = try await kernel.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        }
        _ = try await kernel.profiles.changeScreenName(user: "ada", screenName: "Lovelace")
        let events = try await kernel.store.readLog().collect()
        #expect(
            events.map { String(decoding: $0.metadata, as: UTF8.self) }
                == [String](repeating: #"{"correlationId":"request-7","actor":"ada"}"#, count: 3) + [""])
        await kernel.close()
    }

    @Test
    func `a store that is not there is not made where only looking was asked for`() async throws {
        let store = try TemporaryStore()
        let error = await #expect(throws: EventStoreError.self) {
            try await Kernel.live(at: store.path, options: .init(createsStore: false))
        }
        #expect(error?.code == .noSuchStore)
        #expect(!FileManager.default.fileExists(atPath: store.path))
    }

    @Test
    func `a projection that halts is reported, and the others go on`() async throws {
        let store = try TemporaryStore()
        let notices = Notices()
        try await store.withKernel(notices) { kernel in
            _ = try await kernel.items.create(name: "one")
            try await kernel.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            _ = try await kernel.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1930-05-11")

            let halts = try await kernel.catchUp()
            #expect(halts.map(\.position) == [2])
            #expect(notices.all.count == 1)
            #expect(notices.all.first?.contains("\"items\" halts before position 2") == true, "\(notices.all)")
            let statuses = try await kernel.projections()
            #expect(statuses.map(\.name) == ["items", "profiles"])
            #expect(statuses.map(\.position) == [1, 3])
            #expect(statuses.map(\.lag) == [2, 0])
            #expect(statuses.map { $0.halt?.position } == [2, nil])
            let error = await #expect(throws: EventStoreError.self) { try await kernel.items.fetchAll() }
            #expect(error?.code == .projectionHalted)
            #expect(try await kernel.profiles.fetchAll().elements.count == 1)
            #expect(try await kernel.compare(projection: "items") { Issue.record("\($0)") }.position == 1)
        }
    }

    @Test
    func `a halted projection goes on where the position is skipped, and the reason is kept`() async throws {
        let store = try TemporaryStore()
        try await store.withKernel { kernel in
            _ = try await kernel.items.create(name: "one")
            try await kernel.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            try await kernel.wait(for: "profiles", atLeast: 2)
            try await kernel.wait(for: "items", atLeast: 1)
            var error = await #expect(throws: EventStoreError.self) { try await kernel.wait(for: "items", atLeast: 2) }
            #expect(error?.code == .projectionHalted)
            error = await #expect(throws: EventStoreError.self) { try await kernel.retry(projection: "items") }
            #expect(error?.position == 2)
        }
        try await store.withKernel { kernel in
            let halt = try await kernel.projections().first?.halt
            #expect(halt?.position == 2)
            #expect(try await kernel.skip(2, in: "items", reason: "a faulty import") == 3)
            #expect(try await kernel.items.fetchAll().elements.count == 1)
            #expect(try await kernel.skips(of: "items").map(\.reason) == ["a faulty import"])
            #expect(try await kernel.compare(projection: "items") { Issue.record("\($0)") }.halt == nil)
        }
    }

    @Test
    func `a read model is rebuilt, and then shows the same`() async throws {
        let store = try TemporaryStore()
        try await store.withKernel { kernel in
            try await kernel.fill()
            let before = try await Contents(of: kernel)
            let head = try await kernel.store.head()
            for status in try await kernel.projections() {
                #expect(try await kernel.rebuild(projection: status.name) == head)
                #expect(try await kernel.compare(projection: status.name) { Issue.record("\($0)") }.position == head)
            }
            #expect(try await Contents(of: kernel) == before)
            let error = await #expect(throws: EventStoreError.self) { try await kernel.rebuild(projection: "itmes") }
            #expect(error?.message.contains("there are items, profiles") == true)
        }
    }

    @Test
    func `progress goes from the first event to the head, for all projections together`() async throws {
        let kernel = Kernel.inMemory()
        try await kernel.store.append(
            (0..<5000).map { EventData(type: "Noise", data: Array("\($0)".utf8)) }, to: "noise")
        try await kernel.store.append([EventData(type: "Noise", data: [])], to: "noise")
        var seen: [Position] = []
        try await kernel.catchUp { applied, head in
            #expect(head == 5001)
            seen.append(applied)
        }
        #expect(seen == seen.sorted())
        #expect(seen.count >= 2)
        #expect(seen.last == 5001)
    }

    @Test
    func `statuses tell how far read models are behind, and change nothing`() async throws {
        let kernel = Kernel.inMemory()
        try await kernel.store.append([EventData(type: "Noise", data: [])], to: "noise")
        #expect(try await kernel.projections().map(\.lag) == [1, 1])
        try await kernel.catchUp()
        #expect(try await kernel.projections().map(\.lag) == [0, 0])
    }
}
