import DomainKit
import Foundation
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTesting
import ProfileDomain
import Shell
import TestTraits
import Testing

@Suite(.fewAtOnce)
struct ApplicationTests {
    @Test
    func `the changes of use cases survive a restart`() async throws {
        let store = try TemporaryStore()
        let before = try await store.withApplication { application in
            try await application.fill()
            return try await Contents(of: application)
        }
        #expect(before.items.count == 12)
        #expect(before.profiles.map(\.screenName) == ["Lovelace", "grace", "edsger"])
        let notices = Notices()
        #expect(try await store.withApplication(notices) { try await Contents(of: $0) } == before)
        #expect(notices.all.isEmpty)
    }

    @Test
    func `an application in memory behaves like one on disk`() async throws {
        let store = try TemporaryStore()
        let time = ManualTimeSource()
        let application = try Application.inMemory(
            time: time, options: .init(idGenerator: SequentialIDGenerator()))
        try await application.fill()
        let onDisk = try await store.open(time: time, .init(idGenerator: SequentialIDGenerator()))
        try await onDisk.fill()
        #expect(try await Contents(of: application) == Contents(of: onDisk))
        let summary = try await application.runtime.inspection.verify(progress: { _, _ in }, finding: { _ in })
        #expect(summary.events == Int(try await onDisk.store.head()))
        #expect(summary.findings == 0)
        await onDisk.close()
        await application.close()
        await application.close()
        await #expect(throws: EventStoreError.self) { try await application.items.create(name: "late") }
    }

    @Test
    func `use cases write the actor and the correlation id of the context into every event`() async throws {
        let application = try Application.inMemory()
        try await EventContext.with(correlationID: "request-7", actor: "ada") {
            let item = try await application.items.create(name: "Buy milk")
            _ = try await application.items.complete(item.id)
            _ = try await application.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        }
        _ = try await application.profiles.changeScreenName(user: "ada", screenName: "Lovelace")
        let events = try await application.store.readLog().collect()
        #expect(
            events.map { String(decoding: $0.metadata, as: UTF8.self) }
                == [String](repeating: #"{"correlationId":"request-7","actor":"ada"}"#, count: 3) + [""])
        await application.close()
    }

    @Test
    func `opening a missing store for reading does not create it`() async throws {
        let store = try TemporaryStore()
        let error = await #expect(throws: EventStoreError.self) {
            try await store.open(for: .reading)
        }
        #expect(error?.code == .noSuchStore)
        #expect(!FileManager.default.fileExists(atPath: store.path))
    }

    @Test
    func `a projection that halts is reported, and the others continue`() async throws {
        let store = try TemporaryStore()
        let notices = Notices()
        try await store.withApplication(notices) { application in
            _ = try await application.items.create(name: "one")
            try await application.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            _ = try await application.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1930-05-11")

            let halts = try await application.runtime.catchUp()
            #expect(halts.map(\.position) == [2])
            #expect(notices.all.count == 1)
            #expect(notices.all.first?.contains("\"items\" halts before position 2") == true, "\(notices.all)")
            let statuses = try await application.runtime.projections()
            #expect(statuses.map(\.name) == ["items", "profiles"])
            #expect(statuses.map(\.position) == [1, 3])
            #expect(statuses.map(\.lag) == [2, 0])
            #expect(statuses.map { $0.halt?.position } == [2, nil])
            let error = await #expect(throws: EventStoreError.self) { try await application.items.fetchAll() }
            #expect(error?.code == .projectionHalted)
            #expect(try await application.profiles.fetchAll().elements.count == 1)
            #expect(try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }.position == 1)
        }
    }

    @Test
    func `skipping the position resumes a halted projection and records the reason`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            _ = try await application.items.create(name: "one")
            try await application.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            try await application.runtime.wait(for: "profiles", atLeast: 2)
            try await application.runtime.wait(for: "items", atLeast: 1)
            var error = await #expect(throws: EventStoreError.self) {
                try await application.runtime.wait(for: "items", atLeast: 2)
            }
            #expect(error?.code == .projectionHalted)
            error = await #expect(throws: EventStoreError.self) {
                try await application.runtime.retry(projection: "items")
            }
            #expect(error?.position == 2)
        }
        try await store.withApplication { application in
            let halt = try await application.runtime.projections().first?.halt
            #expect(halt?.position == 2)
            #expect(try await application.runtime.skip(2, in: "items", reason: "a faulty import") == 3)
            #expect(try await application.items.fetchAll().elements.count == 1)
            #expect(try await application.runtime.skips(of: "items").map(\.reason) == ["a faulty import"])
            #expect(try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }.halt == nil)
        }
    }

    @Test
    func `a rebuilt read model shows the same as before`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            try await application.fill()
            let before = try await Contents(of: application)
            let head = try await application.store.head()
            for status in try await application.runtime.projections() {
                #expect(try await application.runtime.rebuild(projection: status.name) == head)
                #expect(
                    try await application.runtime.compare(projection: status.name) { Issue.record("\($0)") }.position
                        == head)
            }
            #expect(try await Contents(of: application) == before)
            let error = await #expect(throws: EventStoreError.self) {
                try await application.runtime.rebuild(projection: "itmes")
            }
            #expect(error?.message.contains("this program has items, profiles") == true)
        }
    }

    @Test
    func `progress runs from the first event to the head, for all projections together`() async throws {
        let application = try Application.inMemory()
        try await application.store.append(
            (0..<5000).map { EventData(type: "Noise", data: Array("\($0)".utf8)) }, to: "noise")
        try await application.store.append([EventData(type: "Noise", data: [])], to: "noise")
        var seen: [Position] = []
        try await application.runtime.catchUp { applied, head in
            #expect(head == 5001)
            seen.append(applied)
        }
        #expect(seen == seen.sorted())
        #expect(seen.count >= 2)
        #expect(seen.last == 5001)
    }

    @Test
    func `reading the statuses reports the lag and changes nothing`() async throws {
        let application = try Application.inMemory()
        try await application.store.append([EventData(type: "Noise", data: [])], to: "noise")
        #expect(try await application.runtime.projections().map(\.lag) == [1, 1])
        try await application.runtime.catchUp()
        #expect(try await application.runtime.projections().map(\.lag) == [0, 0])
    }
}
