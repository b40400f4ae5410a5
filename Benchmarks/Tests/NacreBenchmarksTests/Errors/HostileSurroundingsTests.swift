import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// The program on a full disk or without permission to write, as any user and as root.
@Suite(.serialized) struct HostileSurroundingsTests {
    private func small(_ workload: String, _ engine: EngineName, in directory: String) -> [String] {
        [
            workload, "--engine", engine.rawValue, "--streams", "500", "--payload-bytes", "8192", "--durability",
            "unsynced", "--map-mebibytes", "256", "--directory", directory,
        ]
    }

    @Test(arguments: [EngineName.nacre, .lmdb, .sqlite])
    func `a run whose disk fills up ends with exit code 74 and a message, and removes its files`(
        engine: EngineName
    ) async throws {
        try await withTemporaryFolder { folder in
            let run = try await HarnessProcess.run(
                small("append", engine, in: folder.path) + [
                    "--writers", "8", "--events", "100000", "--runs", "1", "--slice-seconds", "60",
                ], kibibytesPerFile: 6_000)
            #expect(run.status == 74, "\(run.errors)")
            #expect(run.errors.contains("nacre-bench: the disk failed: "))
            #expect(run.errors.contains("make room, or choose another disk with --directory"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test(arguments: [
        ("crash", ["--cycles", "1", "--cycle-milliseconds", "600000"]),
        ("consistency", ["--seconds", "60", "--calls-per-client", "200"]),
    ])
    func `processes report a full disk, and do not fail their audit for it`(
        workload: String, arguments: [String]
    ) async throws {
        try await withTemporaryFolder { folder in
            let run = try await HarnessProcess.run(
                small(workload, .nacre, in: folder.path) + arguments, kibibytesPerFile: 6_000)
            #expect(run.status == 74, "\(run.errors)")
            #expect(run.errors.contains("writing the log failed"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test(arguments: [
        ("contention", ["--writers", "8", "--runs", "1", "--slice-seconds", "60"]),
        ("mixed", ["--events", "500", "--writers", "5", "--clients", "8", "--runs", "1", "--slice-seconds", "60"]),
        ("paced", ["--writers", "8", "--runs", "1", "--slice-seconds", "5"]),
        ("lag", ["--runs", "1", "--slice-seconds", "5"]),
        ("subscribers", ["--events", "100", "--writers", "8", "--runs", "1", "--slice-seconds", "3"]),
        ("recovery", ["--events", "500", "--writers", "8", "--runs", "1", "--load-seconds", "5"]),
        ("operations", ["--events", "500", "--writers", "5", "--only", "backup", "--around-seconds", "5"]),
    ])
    func `a workload whose disk fills up ends with exit code 74, not 65`(
        workload: String, arguments: [String]
    ) async throws {
        try await withTemporaryFolder { folder in
            let run = try await HarnessProcess.run(
                small(workload, .nacre, in: folder.path) + arguments, kibibytesPerFile: 6_000)
            #expect(run.status == 74, "\(run.errors)")
            #expect(run.errors.contains("nacre-bench: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func `the probe of a full disk ends with exit code 74`() async throws {
        try await withTemporaryFolder { folder in
            let run = try await HarnessProcess.run(small("append", .nacre, in: folder.path), kibibytesPerFile: 1_001)
            #expect(run.status == 74)
            #expect(run.errors.contains("disk-probe"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    /// A folder that no user can write in, not even root.
    private static let unwritable = ["/proc/self", "/sys", "/nowhere", "/dev/null"]
        .filter { $0 == "/nowhere" || FileManager.default.fileExists(atPath: $0) }

    @Test(arguments: unwritable)
    func `a run that cannot create its folder ends with exit code 73 and the system's reason`(
        folder: String
    ) async throws {
        let run = try await HarnessProcess.run(small("append", .nacre, in: folder))
        #expect(run.status == 73)
        let last = try #require(run.errors.split(separator: "\n").last)
        #expect(last.hasPrefix("nacre-bench: cannot create a folder in \(folder) ("))
        #expect(last.hasSuffix("): choose another with --directory"))
        #expect(!last.contains("NSCocoaErrorDomain"))
    }

    @Test(arguments: unwritable)
    func `a report that cannot be written is refused before anything is measured`(folder: String) async throws {
        try await withTemporaryFolder { directory in
            let run = try await HarnessProcess.run(
                small("append", .nacre, in: directory.path) + ["--json", folder + "/report.json"])
            #expect(run.status == 73)
            #expect(run.errors.contains("\(folder)/report.json cannot be created: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write in any folder"))
    func `an unwritable folder is refused`() async throws {
        try await withTemporaryFolder { folder in
            let closed = folder.appendingPathComponent("closed")
            try FileManager.default.createDirectory(
                at: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
            let run = try await HarnessProcess.run(small("append", .nacre, in: closed.path))
            #expect(run.status == 73)
            #expect(run.errors.contains("Permission denied"))
        }
    }

    @Test func `appends that fail for other reasons than the disk count against the store`() {
        var report = AuditReport(checks: [.init(name: AuditReport.diskCheck, passed: false, detail: "it failed")])
        #expect(report.diskFailure == "it failed")
        report.add("no append failed", passed: false, detail: "")
        #expect(report.diskFailure == nil)
        #expect(AuditReport(checks: [.init(name: "a", passed: true)]).diskFailure == nil)
    }
}
