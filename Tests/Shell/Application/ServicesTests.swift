import DomainKit
import ItemsDomain
import Logging
import Nacre
import NacreRuntime
import NacreServices
import ProfileDomain
import ServiceLifecycle
import Shell
import Testing

@Suite(.timeLimit(.minutes(25))) struct ServicesTests {
    @Test func `the application's background work runs as services`() async throws {
        let application = try await Application.open(.inMemory, options: .init(welcomesProfiles: true))
        let followers = application.runtime.followers
        #expect(followers.map(\.label) == ["projection items", "projection profiles", "process welcome"])
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let group = ServiceGroup(services: try FollowerService.services(for: followers, logger: logger), logger: logger)
        async let running: Void = group.run()
        _ = try await application.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        for try await message in application.store.subscribe(matching: .types("ItemCreated")) {
            if case .event = message { break }
        }
        while try await application.runtime.projections().contains(where: { $0.lag > 0 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        let items = try await application.items.fetchAll().elements
        #expect(items.map(\.name) == ["Welcome, Ada"])
        await group.triggerGracefulShutdown()
        try await running
        await application.close()
    }
}
