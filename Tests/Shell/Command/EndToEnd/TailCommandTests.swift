import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Following the log")
    struct TailCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        private func append(_ type: String, to stream: String = "s-1", tag: String = "t") async throws {
            try await store.output("append", stream, type, "--data", "1", "--tag", tag)
        }

        /// Ends a command that runs forever, once it has written a number of lines.
        private func tail(
            _ arguments: String..., lines: Int, signal: Int32 = SIGTERM, meanwhile: () async throws -> Void = {}
        ) async throws -> NacreProcess.Result {
            let process = try await FollowingProcess(arguments: ["tail", "--store", store.path] + arguments)
            try await process.untilWritten(1)
            try await meanwhile()
            try await process.untilWritten(lines)
            return try await process.ended(by: signal)
        }

        @Test("tail prints existing events, then new ones at once, and ends by the signal")
        func follow() async throws {
            try await append("First")
            for signal in [SIGINT, SIGTERM] {
                let result = try await tail("--after", "0", "--format", "ndjson", lines: 4, signal: signal) {
                    try await append("Next")
                    try await append("Next")
                    try await append("Next")
                }
                #expect(result.status == signal)
                #expect(result.errors == "")
                let read = try await store.output("read", "--format", "ndjson")
                #expect(read.hasPrefix(result.output))
                #expect(result.lines.count >= 4)
            }
        }

        @Test("tail begins with the last matching events, ten by default")
        func last() async throws {
            for number in 1...15 { try await append(number % 5 == 0 ? "Fifth" : "Other") }
            #expect(try await tail(lines: 11).lines.count == 11)
            let two = try await tail("--last", "2", "--type", "Fifth", "--format", "ndjson", lines: 2)
            #expect(two.lines.map { $0.contains(#""type":"Fifth""#) } == [true, true])
            #expect(two.output.contains(#""position":10,"#) && two.output.contains(#""position":15,"#))
            let more = try await tail("--last", "9", "--type", "Fifth", "--format", "ndjson", lines: 3)
            #expect(more.lines.count == 3)
        }

        @Test("tail prints events that have one of the types, one of the categories and all of the tags")
        func selection() async throws {
            try await append("A", to: "x-1", tag: "t")
            try await append("B", to: "x-1", tag: "u")
            try await append("B", to: "y-1", tag: "t")
            try await append("B", to: "x-2", tag: "t")
            let result = try await tail(
                "--type", "B", "--type", "C", "--category", "x", "--tag", "t", "--format", "ndjson", lines: 1)
            #expect(result.lines.count == 1 && result.output.contains(#""position":4,"#))
        }

        @Test("tail and read print the events of a correlation, a causation and an actor")
        func contexts() async throws {
            for (number, metadata) in [
                #"{"correlationId":"c-1","actor":"ada"}"#,
                #"{"correlationId":"c-1","causationId":"e-1","actor":"ada"}"#,
                #"{"correlationId":"c-2","causationId":"e-1","actor":"ada"}"#,
            ].enumerated() {
                try await store.output("append", "s-\(number)", "T", "--data", "1", "--metadata", metadata)
            }
            let result = try await tail(
                "--correlation", "c-1", "--causation", "e-1", "--causation", "e-2", "--actor", "ada", "--format",
                "ndjson", lines: 1)
            #expect(result.lines.count == 1 && result.output.contains(#""position":2,"#))
            let read = try await store.output(
                "read", "--correlation", "c-1", "--causation", "e-1", "--actor", "ada", "--format", "ndjson")
            #expect(read == result.output)
        }

        @Test("an interrupted tail closes its JSON array")
        func json() async throws {
            try await append("T")
            let result = try await tail("--format", "json", lines: 2)
            let events = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [Any]
            #expect(events?.count == 1)
        }

        @Test(
            "a closed output pipe ends tail without a message, even if there is nothing to write",
            arguments: ["1", "3"])
        func abandoned(lines: String) async throws {
            for _ in 0..<5 { try await append("T") }
            let result = try await NacreProcess().shell(
                #"("$0" tail --store "$1"; echo "status $?" >&2) | head -n "$2""#, arguments: [store.path, lines])
            #expect("\(result.lines.count)" == lines)
            #expect(result.errors == "status 0\n")
        }

        @Test("tail does not write to the log and creates no store")
        func looking() async throws {
            try await append("T")
            let log = URL(filePath: store.path).appending(path: "log.mdb")
            let before = try Data(contentsOf: log)
            _ = try await tail(lines: 2)
            #expect(try Data(contentsOf: log) == before)
            let none = try CommandLineStore()
            try await none.failure(66, "tail")
            #expect(!none.exists)
        }

        @Test("an invalid beginning is refused")
        func beginning() async throws {
            try await append("T")
            #expect(try await store.failure(65, "tail", "--after", "2").contains("position 2"))
            try await store.failure(65, "tail", "--type", "")
            try await store.failure(64, "tail", "--last", "-1")
            try await store.failure(64, "tail", "--last", "1", "--after", "0")
        }
    }
}

/// A run of the program that continues until it is ended.
private struct FollowingProcess {
    private let process: ChildProcess
    private let folder: TemporaryFolder

    init(arguments: [String]) async throws {
        folder = try TemporaryFolder()
        process = try await ChildProcess(
            URL(filePath: NacreProcess.program), arguments,
            environment: ProcessInfo.processInfo.environment.merging(["NACRE_STORE": "", "NO_COLOR": ""]) { $1 },
            output: URL(filePath: folder.file("", named: "out")),
            errors: URL(filePath: folder.file("", named: "err")))
    }

    /// Waits until it has written a number of whole lines, or of lines in a JSON array.
    func untilWritten(_ lines: Int) async throws {
        while process.isRunning {
            let text = String(decoding: try folder.bytes("out"), as: UTF8.self)
            if text.split(separator: "\n").count >= lines, text.hasSuffix("\n") || text.hasSuffix("}") { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("it ended by itself: \(String(decoding: try folder.bytes("err"), as: UTF8.self))")
    }

    /// Sends a signal and waits for the end; the status is the signal's number if the signal ended it.
    func ended(by signal: Int32) async throws -> NacreProcess.Result {
        process.send(signal)
        let ending = try await process.ending()
        guard case .signal(let status) = ending else { throw NacreProcess.Interruption(ending: ending) }
        return NacreProcess.Result(
            status: status,
            output: String(decoding: try folder.bytes("out"), as: UTF8.self),
            errors: String(decoding: try folder.bytes("err"), as: UTF8.self))
    }
}
