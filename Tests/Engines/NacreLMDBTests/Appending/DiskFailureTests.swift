import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct DiskFailureTests {
    @Test(.timeLimit(.minutes(25)), arguments: [200_000, 1_000_000, 3_000_000])
    func `after a disk failure every append is answered, reads continue, and reopening recovers`(limit: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        // A limit on the size of files fails a write as a full disk does.
        let report = try await Peer(store: folder.store, arguments: ["--file-limit", "\(limit)"])
            .run(.exhaustDisk(writers: 32), as: PeerDiskFailure.self)

        // 32 tasks got two errors each: the first failure and a later one.
        #expect(report.failures.values.reduce(0, +) == 64)
        #expect(Set(report.failures.keys).isSubset(of: ["appendsStopped unknown", "appendsStopped notWritten"]))
        // Later appends report that nothing was written.
        #expect(report.failures["appendsStopped notWritten", default: 0] >= 32)
        #expect(report.head >= Position(report.acknowledged))
        #expect(report.read == Int(report.head))
        // Once for the store, however many appends failed, and with the cause.
        #expect(report.logged.count == 1, "\(report.logged)")
        #expect(report.logged.first?.hasPrefix("appends have stopped until the store is reopened: ") == true)
        #expect(report.logged.first?.contains("code ") == true, "\(report.logged)")

        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        let head = try await store.head()
        #expect(head >= Position(report.acknowledged))
        #expect(head <= Position(report.acknowledged + report.failures["appendsStopped unknown", default: 0]))
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        let result = try await store.append([EventData(type: "T", data: [])], to: "after-1", expecting: .noStream)
        #expect(result.lastPosition == head + 1)
        await store.close()
    }
}
