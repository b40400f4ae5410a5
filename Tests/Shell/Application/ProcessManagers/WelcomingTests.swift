import DomainKit
import Foundation
import ItemsDomain
import Nacre
import NacreRuntime
import ProfileDomain
import Shell
import TestTraits
import Testing

/// One welcome item is created for every profile whose identity is completed.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct WelcomingTests {
    /// An application in memory or on disk.
    private static func withApplication(
        onDisk: Bool, welcoming: Bool = true, _ body: (Application) async throws -> Void
    ) async throws {
        let store = try TemporaryStore()
        let application =
            if onDisk {
                try await store.open(options(welcoming: welcoming))
            } else {
                try Application.inMemory(options: options(welcoming: welcoming))
            }
        try await body(application)
        await application.close()
    }

    private static func options(welcoming: Bool = true) -> Application.Options {
        Application.Options(welcomesProfiles: welcoming)
    }

    @Test(arguments: [false, true])
    func `completing an identity creates a welcome item`(onDisk: Bool) async throws {
        try await Self.withApplication(onDisk: onDisk) { application in
            try await application.setUp("ada", "Ada")
            #expect(try await application.welcomes() == [])
            #expect(try await application.runtime.react().isEmpty)
            try await application.setUp("grace", "Grace")
            for _ in 0..<2 { #expect(try await application.runtime.react().isEmpty) }
            #expect(try await application.welcomes() == ["Welcome, Ada", "Welcome, Grace"])
            let cause = try #require(try await application.store.read("profile-grace").collect().first)
            let item = try await application.items.fetch(ItemID(parsing: cause.id.description))
            #expect(item.name == "Welcome, Grace")
            let created = try #require(try await application.store.read("item-\(cause.id)").collect().first)
            #expect(created.context.causationID == cause.id.description)
            #expect(try await application.runtime.processes().map(\.name) == ["welcome"])
        }
    }

    @Test(arguments: [false, true])
    func `without the option, no welcome item is created`(onDisk: Bool) async throws {
        try await Self.withApplication(onDisk: onDisk, welcoming: false) { application in
            try await application.setUp("ada", "Ada")
            #expect(try await application.runtime.react().isEmpty)
            try await application.runtime.runProcesses()
            #expect(try await application.runtime.processes().isEmpty)
            #expect(try await application.store.head() == 1)
            await #expect(throws: EventStoreError.self) { try await application.runtime.retry(process: "welcome") }
        }
    }

    @Test
    func `a deleted welcome item is not created again, even after derived data is deleted`() async throws {
        let store = try TemporaryStore()
        var application = try await store.open(Self.options())
        try await application.setUp("ada", "Ada")
        try await application.runtime.react()
        let items = try await application.items.fetchAll(limit: 10).elements
        _ = try await application.items.delete(try #require(items.first).id)
        let head = try await application.store.head()
        await application.close()
        for file in ["views.mdb", "index.mdb"] { try FileManager.default.removeItem(atPath: "\(store.path)/\(file)") }
        application = try await store.open(Self.options())
        #expect(try await application.runtime.react().isEmpty)
        #expect(try await application.store.head() == head)
        #expect(try await application.welcomes() == [])
        await application.close()
    }

    @Test(arguments: [false, true])
    func `a screen name that is invalid as an item name halts the process manager until it is skipped`(onDisk: Bool)
        async throws
    {
        try await Self.withApplication(onDisk: onDisk) { application in
            try await application.setUp("ada", "Ada")
            try await application.store.append([.identity("\u{7}")], to: "profile-bell")
            try await application.setUp("grace", "Grace")
            let halt = try #require(try await application.runtime.react().first)
            #expect(halt.code == .processHalted && halt.position == 2)
            #expect(try await application.welcomes() == ["Welcome, Ada"])
            #expect(try await application.runtime.processes().first?.halt?.position == 2)
            await #expect(throws: EventStoreError.self) { try await application.runtime.retry(process: "welcome") }
            try await application.runtime.skip(2, inProcess: "welcome", reason: "a test account")
            #expect(try await application.welcomes() == ["Welcome, Ada", "Welcome, Grace"])
        }
    }

    @Test(arguments: [false, true])
    func `the journals of process managers are readable in a program that runs none`(onDisk: Bool) async throws {
        try await Self.withApplication(onDisk: onDisk) { application in
            #expect(try await application.runtime.processJournals().isEmpty)
            try await application.store.append([.identity("\u{7}")], to: "profile-bell")
            #expect(try await application.runtime.react().count == 1)
            let other = try Application(on: Storage(store: application.store))
            #expect(try await other.runtime.processes().isEmpty)
            let journals = try await other.runtime.processJournals()
            #expect(journals.map(\.name) == ["welcome"])
            try await journals[0].skip(1, reason: "a test account")
            #expect(try await application.runtime.react().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a running process manager creates welcome items for new profiles`(onDisk: Bool) async throws {
        try await Self.withApplication(onDisk: onDisk) { application in
            let following = Task { try await application.runtime.runProcesses() }
            try await application.setUp("ada", "Ada")
            // The subscription shows when the item exists, without a timer.
            for try await message in application.store.subscribe(after: 0, matching: .types("ItemCreated")) {
                if case .event = message { break }
            }
            #expect(try await application.welcomes() == ["Welcome, Ada"])
            following.cancel()
            await #expect(throws: CancellationError.self) { try await following.value }
        }
    }
}

extension Application {
    fileprivate func setUp(_ user: String, _ name: String) async throws {
        _ = try await profiles.completeIdentity(user: user, screenName: name, birthday: "1990-12-10")
    }

    fileprivate func welcomes() async throws -> [String] {
        try await items.fetchAll(limit: 100).elements.map(\.name).filter { $0.hasPrefix("Welcome, ") }
    }
}

extension EventData {
    /// An event that completes an identity, as another program may write it.
    static func identity(_ screenName: String) throws -> EventData {
        try EventData(type: "IdentityCompleted", json: ["screenName": screenName, "birthday": "1990-12-10"])
    }
}
