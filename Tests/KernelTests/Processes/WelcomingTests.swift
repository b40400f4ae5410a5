import DomainKit
import Foundation
import ItemsDomain
import Kernel
import Nacre
import ProfileDomain
import TestTraits
import Testing

/// A welcome item is created for every profile whose identity is completed, once.
@Suite(.fewAtOnce, .timeLimit(.minutes(10)))
struct WelcomingTests {
    /// A kernel in memory, or one on disk.
    private static func withKernel(
        onDisk: Bool, welcoming: Bool = true, _ body: (Kernel) async throws -> Void
    ) async throws {
        let store = try TemporaryStore()
        let kernel =
            if onDisk {
                try await Kernel.live(at: store.path, options: options(welcoming: welcoming))
            } else {
                Kernel.inMemory(options: options(welcoming: welcoming))
            }
        try await body(kernel)
        await kernel.close()
    }

    private static func options(welcoming: Bool = true) -> Kernel.Options {
        var options = Kernel.Options(mapSize: 64 << 20, derivedMapSize: 32 << 20)
        options.welcomesProfiles = welcoming
        return options
    }

    @Test(arguments: [false, true])
    func `whoever completes their identity finds a welcome item`(onDisk: Bool) async throws {
        try await Self.withKernel(onDisk: onDisk) { kernel in
            try await kernel.setUp("ada", "Ada")
            #expect(try await kernel.welcomes() == [])
            #expect(try await kernel.react().isEmpty)
            try await kernel.setUp("grace", "Grace")
            for _ in 0..<2 { #expect(try await kernel.react().isEmpty) }
            #expect(try await kernel.welcomes() == ["Welcome, Ada", "Welcome, Grace"])
            let cause = try #require(try await kernel.store.read("profile-grace").collect().first)
            let item = try await kernel.items.fetch(ItemID(parsing: cause.id.description))
            #expect(item.name == "Welcome, Grace")
            let created = try #require(try await kernel.store.read("item-\(cause.id)").collect().first)
            #expect(created.context.causationID == cause.id.description)
            #expect(try await kernel.processes().map(\.name) == ["welcome"])
        }
    }

    @Test(arguments: [false, true])
    func `nobody is welcomed where nobody asks for it`(onDisk: Bool) async throws {
        try await Self.withKernel(onDisk: onDisk, welcoming: false) { kernel in
            try await kernel.setUp("ada", "Ada")
            #expect(try await kernel.react().isEmpty)
            try await kernel.runProcesses()
            #expect(try await kernel.processes().isEmpty)
            #expect(try await kernel.store.head() == 1)
            await #expect(throws: EventStoreError.self) { try await kernel.retry(process: "welcome") }
        }
    }

    @Test
    func `a welcome item that was done away with does not come again, with derived data deleted neither`() async throws
    {
        let store = try TemporaryStore()
        var kernel = try await Kernel.live(at: store.path, options: Self.options())
        try await kernel.setUp("ada", "Ada")
        try await kernel.react()
        let items = try await kernel.items.fetchAll(limit: 10).elements
        _ = try await kernel.items.delete(try #require(items.first).id)
        let head = try await kernel.store.head()
        await kernel.close()
        for file in ["views.mdb", "index.mdb"] { try FileManager.default.removeItem(atPath: "\(store.path)/\(file)") }
        kernel = try await Kernel.live(at: store.path, options: Self.options())
        #expect(try await kernel.react().isEmpty)
        #expect(try await kernel.store.head() == head)
        #expect(try await kernel.welcomes() == [])
        await kernel.close()
    }

    @Test(arguments: [false, true])
    func `a screen name that no item can be named after halts the process until it is skipped`(onDisk: Bool)
        async throws
    {
        try await Self.withKernel(onDisk: onDisk) { kernel in
            try await kernel.setUp("ada", "Ada")
            try await kernel.store.append([.identity("\u{7}")], to: "profile-bell")
            try await kernel.setUp("grace", "Grace")
            let halt = try #require(try await kernel.react().first)
            #expect(halt.code == .processHalted && halt.position == 2)
            #expect(try await kernel.welcomes() == ["Welcome, Ada"])
            #expect(try await kernel.processes().first?.halt?.position == 2)
            await #expect(throws: EventStoreError.self) { try await kernel.retry(process: "welcome") }
            try await kernel.skip(2, inProcess: "welcome", reason: "nobody has this name")
            #expect(try await kernel.welcomes() == ["Welcome, Ada", "Welcome, Grace"])
        }
    }

    @Test(arguments: [false, true])
    func `what the log tells of process managers is told where none is switched on, too`(onDisk: Bool) async throws {
        try await Self.withKernel(onDisk: onDisk) { kernel in
            #expect(try await kernel.processJournals().isEmpty)
            try await kernel.store.append([.identity("\u{7}")], to: "profile-bell")
            #expect(try await kernel.react().count == 1)
            let other = Kernel(on: kernel.store)
            #expect(try await other.processes().isEmpty)
            let journals = try await other.processJournals()
            #expect(journals.map(\.name) == ["welcome"])
            try await journals[0].skip(1, reason: "nobody has this name")
            #expect(try await kernel.react().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `who follows the log welcomes those who come`(onDisk: Bool) async throws {
        try await Self.withKernel(onDisk: onDisk) { kernel in
            let following = Task { try await kernel.runProcesses() }
            try await kernel.setUp("ada", "Ada")
            // The item's own event, and not the clock, tells when it is there.
            for try await message in kernel.store.subscribe(after: 0, matching: .types("ItemCreated")) {
                if case .event = message { break }
            }
            #expect(try await kernel.welcomes() == ["Welcome, Ada"])
            following.cancel()
            await #expect(throws: CancellationError.self) { try await following.value }
        }
    }
}

extension Kernel {
    fileprivate func setUp(_ user: String, _ name: String) async throws {
        _ = try await profiles.completeIdentity(user: user, screenName: name, birthday: "1990-12-10")
    }

    fileprivate func welcomes() async throws -> [String] {
        try await items.fetchAll(limit: 100).elements.map(\.name).filter { $0.hasPrefix("Welcome, ") }
    }
}

extension EventData {
    /// What completes an identity, as another program may write it.
    static func identity(_ screenName: String) throws -> EventData {
        try EventData(type: "IdentityCompleted", json: ["screenName": screenName, "birthday": "1990-12-10"])
    }
}
