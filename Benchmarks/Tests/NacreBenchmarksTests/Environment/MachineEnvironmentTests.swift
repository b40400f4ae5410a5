import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct MachineEnvironmentTests {
    private func warnings(filledOn type: String, storesOn fileSystem: String = "ext4") -> [String] {
        var environment = MachineEnvironment.current(storesIn: URL(fileURLWithPath: "/"))
        (environment.fileSystem, environment.warnings) = (fileSystem, [])
        environment.noteStores(in: URL(fileURLWithPath: "/"), type: type)
        return environment.warnings
    }

    @Test func `filled stores in memory, or on another file system, cause a warning`() {
        #expect(warnings(filledOn: "tmpfs").first?.contains("the filled stores are on tmpfs, which is memory") == true)
        #expect(warnings(filledOn: "ramfs", storesOn: "ramfs").count == 1)
        #expect(warnings(filledOn: "xfs").first?.contains("ext4") == true)
        #expect(warnings(filledOn: "ext4").isEmpty)
    }

    @Test func `the environment contains the build's stamp`() throws {
        let environment = MachineEnvironment.current(storesIn: URL(fileURLWithPath: "/"))
        #expect(try environment.program == ProgramStamp.own.get())
    }

    private static let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)

    @Test(.enabled(if: FileSystem.mount(of: memory).type == "tmpfs"), .timeLimit(.minutes(5)))
    func `a report of stores in memory is marked`() async throws {
        let stores = Self.memory.appendingPathComponent("nacre-bench-tests-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: stores) }
        let report = try await reportOfSmallRun([
            "replay", "--engine", "nacre", "--events", "200", "--writers", "4", "--streams", "20", "--runs", "1",
            "--slice-seconds", "0.01", "--probe-seconds", "0.01", "--no-progress", "--stores", stores.path,
        ])
        #expect(report.environment.warnings.contains { $0.hasPrefix("the filled stores are on tmpfs") })
    }
}
