import CSyncCount
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct DiskProbeTests {
    @Test func `a probe counts durable writes and leaves nothing behind`() async throws {
        try await withTemporaryFolder { folder in
            let before = sync_count(folder.path)
            let probe = try DiskProbe.run(in: folder, seconds: 0.01)
            #expect(probe.syncs >= 1)
            // If syncs can be counted.
            if before >= 0 { #expect(sync_count(folder.path) - before >= probe.syncs) }
            #expect(probe.syncsPerSecond > 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `commits are timed, and leave nothing behind`() async throws {
        try await withTemporaryFolder { folder in
            let nanoseconds = try DiskProbe.commits(in: folder)
            #expect(nanoseconds > 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `a probe of a missing folder names the failed call`() throws {
        let folder = URL(fileURLWithPath: "/nowhere/at/all")
        let error = #expect(throws: HarnessError.self) { try DiskProbe.run(in: folder, seconds: 0.01) }
        #expect(error?.kind == .inputOutput)
        #expect(error?.message.contains("open") == true)
    }
}
