import Nacre
import NacreLMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct DurabilityTests {
    @Test(arguments: [LMDBEventStore.Durability.full, .unsynced])
    func `a store of either durability keeps its events through a normal close`(
        durability: LMDBEventStore.Durability
    ) async throws {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.small()
        options.durability = durability
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        var generator = CommitGenerator(seed: 61)
        for _ in 0..<50 { try await store.append(generator.commit()) }
        let events = try await store.readLog().collect()
        await store.close()
        // Opened again with the other setting too.
        for durability in [durability, .full, .unsynced] {
            options.durability = durability
            let reopened = try await LMDBEventStore.open(at: folder.store, options: options)
            #expect(try await reopened.readLog().collect() == events)
            let findings = Notices()
            _ = try await reopened.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all == [])
            await reopened.close()
        }
    }
}
