import ChildProcesses
import Foundation
import Nacre
import NacreLMDB
import TestFolders
import TestTraits
import Testing
import ToolTesting

/// Kills an import with `SIGKILL` at random moments, and verifies the store that it leaves.
@Suite(.fewAtOnce) struct KilledImportTests {
    private static let batches = 12
    private static let linesPerBatch = 1_000
    private static let rounds = 20

    @Test func `a killed import leaves whole batches, including every announced one, and can be continued`()
        async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file(Self.history())
        var random = SystemRandomNumberGenerator()
        let lines = Self.lines(of: try String(contentsOfFile: file, encoding: .utf8))
        var midway = 0

        for round in 1...Self.rounds {
            let path = folder.path("store-\(round)")
            let announced = try await Self.importAndKill(
                file, into: path, afterBatch: Int.random(in: 1...(Self.batches - 5), using: &random),
                delay: .microseconds(Int.random(in: 0..<20_000, using: &random)))
            if announced < Self.batches { midway += 1 }

            let head = try await Self.inspect(path)
            #expect(head.isMultiple(of: UInt64(Self.linesPerBatch)), "round \(round): only whole batches")
            #expect(head >= UInt64(announced * Self.linesPerBatch), "round \(round): every announced batch")

            let rest = Self.batches * Self.linesPerBatch - Int(head)
            let output = try await Self.run(["import", file, "--store", path])
            #expect(output.contains("imported \(rest) events, skipped \(head) already recorded"))
            let exported = try await Self.run(["export", "--store", path])
            #expect(Self.lines(of: exported) == lines, "round \(round): the same result")
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(midway >= 15, "\(midway) of \(Self.rounds) kills fell between the first and the last batch")
    }

    /// A history of items that are created and renamed.
    private static func history() -> String {
        var lines = ""
        for number in 0..<(batches * linesPerBatch) {
            let item = String(format: "item-%08x-0000-5000-8000-000000000000", number / 4)
            let id = String(format: "%08x-1111-5111-8111-111111111111", number)
            let type = number.isMultiple(of: 4) ? "ItemCreated" : "ItemRenamed"
            lines +=
                #"{"id":"\#(id)","stream":"\#(item)","type":"\#(type)","time":"2020-01-01T00:00:00Z","#
                + #""data":{"name":"name \#(number)"}}"# + "\n"
        }
        return lines
    }

    /// The lines of an export or a history, without the keys that export adds.
    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { line in
            line.firstRange(of: ",\"position\":").map { line[..<$0.lowerBound] } ?? line.dropLast()
        }
    }

    /// Imports, and kills the process some microseconds after it has announced a batch.
    ///
    /// - Returns: The number of batches that it announced before it died.
    private static func importAndKill(
        _ file: String, into store: String, afterBatch last: Int, delay: Duration
    ) async throws -> Int {
        let process = try await ChildProcess(
            executable, ["import", file, "--store", store, "--verbose"], errors: ChildProcess.null)
        let output = try await process.outputWhenKilled(after: { Self.announced(in: $0) >= last }, pause: delay)
        _ = try await process.ending()
        return announced(in: output)
    }

    /// The number of batches that an import has announced.
    private static func announced(in output: Data) -> Int {
        String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().count { $0.hasPrefix("batch ") }
    }

    /// Opens the store, verifies it, and reads it from its first event to its last.
    ///
    /// - Returns: The position of the last event.
    private static func inspect(_ path: String) async throws -> Position {
        var options = LMDBEventStore.Options(createsStore: false)
        options.mapSize = 256 << 20
        options.derivedMapSize = 64 << 20
        let store = try await LMDBEventStore.open(at: path, options: options)
        let summary = try await store.verify(
            progress: { _, _ in }, finding: { Issue.record("the store is not clean: \($0.description)") })
        let head = try await store.head()
        #expect(summary.events == Int(head))
        await store.close()
        return head
    }

    private static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("nacre")
    }

    private static func run(_ arguments: [String]) async throws -> String {
        let process = try await ChildProcess(executable, arguments)
        let text = String(decoding: try await process.output(), as: UTF8.self)
        #expect(try await process.ending() == .exit(0))
        return text
    }
}
