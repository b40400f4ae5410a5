import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// Commands with more findings than a pipe and a buffer hold, and an output that takes none.
    @Suite("Unread output")
    struct UnreadOutputTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// Lines of items that are completed; before that they are created, if asked for.
        private static func lines(created isCreated: Bool) -> String {
            let types =
                isCreated ? [("ItemCreated", #"{"name":"n"}"#), ("ItemCompleted", "{}")] : [("ItemCompleted", "{}")]
            return types.map { type, data in
                (0..<5_000).map {
                    String(format: #"{"stream":"item-%08x-0000-5000-8000-000000000000","#, $0)
                        + #""type":"\#(type)","data":\#(data)}"# + "\n"
                }.joined()
            }.joined()
        }

        @Test(
            "a command that waits for a reader ends soon after a signal",
            arguments: [["verify", "--rules"], ["what-if", "--without-type", "ItemCreated"]])
        func blocked(command: [String]) async throws {
            try await store.output("import", "-", input: Self.lines(created: command[0] == "what-if"))
            let pipe = try NamedPipe(in: store.folder)
            let process = try await RunningCommand(
                command + ["--format", "ndjson"] + store.place, output: pipe.path, in: store.folder)
            try await pipe.waitUntilFull()
            let start = ContinuousClock.now
            _ = try await process.interrupted(by: SIGINT)
            // Work that waits for something else than a reader has ten seconds.
            #expect(start.duration(to: .now) < .seconds(8))
        }

        @Test("a question what if ends where its findings cannot be written")
        func unwritable() async throws {
            try await store.output("import", "-", input: Self.lines(created: true))
            let errors = try store.folder.file("", named: "errors")
            let process = try await ChildProcess(
                URL(filePath: NacreProcess.program),
                ["what-if", "--without-type", "ItemCreated", "--format", "ndjson"] + store.place,
                output: URL(filePath: "/dev/full"), errors: URL(filePath: errors))
            #expect(try await process.ending() == .exit(74))
            #expect(try String(contentsOfFile: errors, encoding: .utf8).contains("cannot write standard output"))
        }
    }
}
