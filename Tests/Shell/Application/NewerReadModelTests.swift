import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import ProfileDomain
import TestTraits
import Testing

@testable import Shell

@Suite(.fewAtOnce)
struct NewerReadModelTests {
    @Test
    func `a read model of a newer program is not changed, and the others continue`() async throws {
        let store = try TemporaryStore()
        let notices = Notices()
        try await store.withApplication(notices) { application in
            try await application.fill()
            try await application.runtime.catchUp()
            let newer = try application.runtime.models.store.write("items") { writer in
                let state = try #require(try writer.state())
                let newer = ReadModelState(schemaVersion: 99, checkpoint: state.checkpoint)
                try writer.setState(newer)
                return newer
            }
            _ = try await application.profiles.completeIdentity(
                user: "alan", screenName: "Alan", birthday: "1912-06-23")

            let kept = try await application.runtime.catchUp()
            #expect(kept.map(\.code) == [.newerReadModel])
            #expect(notices.all.count == 1)
            #expect(try await application.profiles.fetchAll().elements.count == 4)
            let error = await #expect(throws: EventStoreError.self) { try await application.items.fetchAll() }
            #expect(error?.code == .newerReadModel)
            #expect(try application.runtime.models.store.read("items") { try $0.state() } == newer)

            // A query of the past builds the model of this program.
            try await application.runtime.rebuild(projection: "items")
            #expect(try await application.items.fetchAll().elements.isEmpty == false)
        }
    }
}
