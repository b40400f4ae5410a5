import Bank
import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Testing

/// The command line and the service, on a store in a folder.
@Suite struct BankProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bank-\(UUID().uuidString)")

    private var store: String { folder.appending(path: "store").path }

    /// Starts a program that was built beside the test bundle.
    private func program(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (process: Process, output: Pipe) {
        let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
        let process = Process()
        process.executableURL = URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    private func bank(_ arguments: String..., store: [String]? = nil, environment: [String: String] = [:]) throws
        -> String
    {
        let (process, output) = try program(
            "bank", arguments + (store ?? ["--store", self.store]), environment: environment)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments)")
        return text
    }

    private func withStore(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bank = try await Bank(.lmdb(at: store))
        for id in ["1", "2"] { try await bank.open(id, owner: "Ada", email: "\(id)@example.org") }
        try await bank.deposit(5, to: "1")
        await bank.runtime.close()
        try await body()
    }

    @Test func `the command line reads, rebuilds, verifies and looks at the past of the store`() async throws {
        try await withStore {
            let events = try bank("read", "--format", "ndjson")
            let streams = try bank("streams")
            let rows = try bank("projections", "rows", "accounts")
            let first = try bank("projections", "rows", "accounts", "--as-of", "1", "--format", "ndjson")
            let rebuilt = try bank("replay")
            let checked = try bank("replay", "--check")
            let verified = try bank("verify")
            #expect(events.split(separator: "\n").count == 3)
            #expect(streams.contains("account-2"))
            #expect(rows.contains("1@example.org"))
            #expect(first.split(separator: "\n").count == 1)
            #expect(rebuilt.contains("accounts: rebuilt"))
            #expect(checked.contains("no difference"))
            #expect(verified.contains("no faults"))
        }
    }

    @Test func `an event appended by hand has today's schema, unless another is given`() async throws {
        try await withStore {
            _ = try bank("append", "account-1", "AccountDeposited", "--data", #"{"cents":7}"#)
            _ = try bank("append", "account-2", "AccountDeposited", "--data", #"{"euros":7}"#, "--schema", "1")
            _ = try bank("append", "other-1", "Other", "--data", "{}")
            let events = try bank("read", "--format", "ndjson").split(separator: "\n").suffix(3)
            // The field is left out for schema 1.
            #expect(events.map { $0.contains("\"schema\":2,") } == [true, false, false], "\(events)")
            #expect(events.map { $0.contains("\"schema\":") } == [true, false, false], "\(events)")
            let rows = try bank("projections", "rows", "accounts", "--format", "ndjson")
            #expect(rows.contains("12") && rows.contains("700"))
        }
    }

    @Test func `the store is named by BANK_STORE, and is bank.store otherwise`()
        async throws
    {
        try await withStore {
            let named = try bank("streams", store: [], environment: ["BANK_STORE": store])
            #expect(named.contains("account-2"))
            try FileManager.default.moveItem(atPath: store, toPath: folder.appending(path: "bank.store").path)
            let found = try bank("streams", store: [], environment: ["BANK_STORE": ""])
            #expect(found.contains("account-2"))
        }
    }

    @Test func `the service pays bonuses until it gets SIGTERM`() async throws {
        try await withStore {
            let (process, _) = try program("bank-service", [store])
            let bank = try await Bank(.lmdb(at: store))
            for try await message in bank.runtime.store.subscribe(after: 0, matching: .types("AccountWelcomed")) {
                if case .event(let event) = message, event.stream == "account-2" { break }
            }
            process.terminate()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 0)
            await bank.runtime.close()
        }
    }
}
