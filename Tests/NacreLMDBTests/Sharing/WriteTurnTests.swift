import Foundation
import Nacre
import Synchronization
import TestTraits
import Testing

@testable import NacreLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite(.fewAtOnce) struct WriteTurnTests {
    @Test func `an append comes behind a writer of another process that has waited longer`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await store.append([EventData(type: "T", data: [])], to: "s-1")

        // As another process has the turn that waits for the write lock.
        let other = open(folder.store + "/log.mdb", O_RDONLY | O_CLOEXEC)
        #expect(flock(other, LOCK_EX) == 0)
        async let appended = store.append([EventData(type: "T", data: [])], to: "s-1")
        // Long enough for the append to be there if it did not wait; where it does, no time is too long.
        try await Task.sleep(for: .milliseconds(100))
        #expect(try await store.head() == 1)

        close(other)
        #expect(try await appended.lastPosition == 2)
        await store.close()
    }

    @Test func `the turn is passed on before the work is done, and at its end where it was not`() throws {
        let folder = try TemporaryFolder()
        let file = folder.store + "-turn"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        defer { unlink(file) }
        let (first, second) = (try WriteTurn(log: file), try WriteTurn(log: file))
        let order = Mutex<[String]>([])
        first.take { pass in
            pass()
            second.take { _ in order.withLock { $0.append("second") } }
            order.withLock { $0.append("first") }
        }
        first.take { _ in order.withLock { $0.append("first again") } }
        second.take { _ in order.withLock { $0.append("second again") } }
        #expect(order.withLock { $0 } == ["second", "first", "first again", "second again"])
    }

    @Test func `a log that is not there gives no turns`() {
        let error = #expect(throws: EventStoreError.self) { try WriteTurn(log: "/nowhere/log.mdb") }
        #expect(error?.code == .inputOutput)
    }
}
