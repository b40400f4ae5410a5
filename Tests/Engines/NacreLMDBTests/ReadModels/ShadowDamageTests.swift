import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct ShadowDamageTests {
    @Test func `a damaged shadow is rebuilt from the start, and the live model is kept`()
        async throws
    {
        let folder = try TemporaryFolder()
        let models = try folder.views()
        defer { models.close() }
        let store = InMemoryEventStore()
        for _ in 0..<6 { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
        let notices = Notices()
        func runner(_ version: Int) -> ProjectionRunner {
            ProjectionRunner(
                projection: Counting(schemaVersion: version), store: store, models: models,
                batchSize: .init(events: 2), notice: { notices.add($0.description) })
        }
        try await runner(1).catchUp()
        let task = Task { [runner = runner(2)] in
            try await runner.catchUp { applied, _ in if applied == 2 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let shadow = try #require(try models.read("counts") { try $0.shadow().generation() })
        try models.change { access in
            try access.put(ViewsFormat.prefix(of: UInt32(shadow), table: 0) + [UInt8]("s-1".utf8), [1, 2, 3])
            return ((), isChanged: true)
        }

        let position = try await runner(2).catchUp { _, _ in
            #expect((try? models.read("counts") { try Counting.counts($0) }) == ["s-1": 6])
        }
        #expect(position == 6)
        #expect(try models.read("counts") { try Counting.counts($0) } == ["s-1": 6])
        #expect(try models.read("counts") { try $0.state() }?.schemaVersion == 2)
        #expect(notices.all.count { $0.contains("the shadow of the read model") && $0.contains("damaged") } == 1)
    }
}
