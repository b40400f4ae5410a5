import DomainKit
import ItemsDomain
import Nacre
import ProfileDomain
import TestTraits
import Testing

@testable import Kernel

@Suite(.fewAtOnce)
struct NewerReadModelTests {
    @Test
    func `a read model that a newer program has made is left to it, and the others go on`() async throws {
        let store = try TemporaryStore()
        let notices = Notices()
        try await store.withKernel(notices) { kernel in
            try await kernel.fill()
            try await kernel.catchUp()
            let newer = try kernel.models.write("items") { writer in
                let state = try #require(try writer.state())
                let newer = ReadModelState(schemaVersion: 99, checkpoint: state.checkpoint)
                try writer.setState(newer)
                return newer
            }
            _ = try await kernel.profiles.completeIdentity(user: "alan", screenName: "Alan", birthday: "1912-06-23")

            let kept = try await kernel.catchUp()
            #expect(kept.map(\.code) == [.newerReadModel])
            #expect(notices.all.count == 1)
            #expect(try await kernel.profiles.fetchAll().elements.count == 4)
            let error = await #expect(throws: EventStoreError.self) { try await kernel.items.fetchAll() }
            #expect(error?.code == .newerReadModel)
            #expect(try kernel.models.read("items") { try $0.state() } == newer)

            // Who asks for it gets the model of this program.
            try await kernel.rebuild(projection: "items")
            #expect(try await kernel.items.fetchAll().elements.isEmpty == false)
        }
    }
}
