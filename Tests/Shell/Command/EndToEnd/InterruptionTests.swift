import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// Sends signals to commands at work.
    @Suite("Interruption")
    struct InterruptionTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// Lines of items that are created.
        private static func lines(_ numbers: Range<Int>) -> String {
            numbers.map {
                String(format: #"{"stream":"item-%08x-0000-5000-8000-000000000000","type":"ItemCreated","#, $0)
                    + #""data":{"name":"n"}}"# + "\n"
            }.joined()
        }

        @Test(
            "an interrupted import says up to which line it has recorded, and a repeat goes on",
            arguments: [SIGINT, SIGTERM])
        func importing(signal: Int32) async throws {
            let pipe = try NamedPipe(in: store.folder)
            let process = try await RunningCommand(
                ["import", "-", "--verbose", "--store", store.path], input: pipe.path, in: store.folder)
            pipe.write(Self.lines(0..<2500))
            try await process.output { $0.contains("batch 2:") }
            let errors = try await process.interrupted(by: signal)
            #expect(
                errors == """
                    nacre: interrupted: standard input is recorded up to line 2000: 2000 events appended, 0 already \
                    recorded; repeat the command to go on

                    """)
            #expect(
                try await store.output("import", "-", input: Self.lines(0..<2500))
                    == "imported 500 events, skipped 2000 already recorded\n")
        }

        @Test("an interrupted check of a file has written nothing")
        func checking() async throws {
            let pipe = try NamedPipe(in: store.folder)
            let process = try await RunningCommand(
                ["import", "-", "--check", "--store", store.path], input: pipe.path, in: store.folder)
            pipe.write("{")
            let errors = try await process.interrupted(by: SIGINT, after: .milliseconds(300))
            #expect(errors.isEmpty || errors.hasSuffix("line 0 of standard input; nothing was written\n"))
            #expect(!store.exists)
        }

        @Test("an interrupted export or backup leaves no file")
        func litter() async throws {
            try await store.output("import", "-", input: Self.lines(0..<20_000))
            let folder = try TemporaryFolder()
            let target = try folder.file("before", named: "target")
            let export = try await interrupt("export", "-o", target) { _ = try folder.file("before", named: "target") }
            #expect(export == "nacre: interrupted: \"\(target)\" is not written\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["target"])
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "before")
            let copy = folder.path("copy")
            let backup = try await interrupt("backup", copy) {
                if FileManager.default.fileExists(atPath: copy) { try FileManager.default.removeItem(atPath: copy) }
            }
            #expect(backup == "nacre: interrupted: nothing of the copy is left\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["target"])
        }

        @Test("an interrupted salvage leaves no store")
        func salvaging() async throws {
            try await store.output("import", "-", input: Self.lines(0..<5_000))
            let folder = try TemporaryFolder()
            let target = folder.path("whole")
            let salvage = try await interrupt("salvage", target) {
                if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
            }
            #expect(salvage.hasSuffix("nacre: interrupted: nothing of the new store is left\n"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }

        @Test("an interrupted question what if leaves no store, and says what there is")
        func supposing() async throws {
            try await store.output("import", "-", input: Self.lines(0..<5_000))
            let folder = try TemporaryFolder()
            let target = folder.path("edited")
            let said = try await interrupt("what-if", "--without", "1", "--to", target) {
                if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            if said.hasSuffix("what would be otherwise is not all listed; the new store is complete\n") {
                #expect(left == ["edited"])
            } else {
                let ends = ["nothing of the new store is left", "nothing was written"]
                #expect(ends.contains { said.hasSuffix("nacre: interrupted: \($0)\n") }, "\(said)")
                #expect(left == [])
            }
        }

        @Test("an interrupted rebuild leaves the read model as it was, and a repeat ends it")
        func rebuilding() async throws {
            try await store.output("import", "-", input: Self.lines(0..<20_000))
            let errors = try await interrupt("replay", "--projection", "items")
            #expect(errors.contains("interrupted: the read model of items is as before; repeat the command"))
            let items = try await store.output("items", "list", "--format", "ndjson")
            #expect(items.split(separator: "\n").count == 20_000)
            let repeated = try await store.output("replay", "--projection", "items")
            #expect(repeated.hasPrefix("items: rebuilt from 20000 events"))
        }

        @Test("an interrupted search by a command ends the command", arguments: [SIGINT, SIGTERM])
        func bisecting(signal: Int32) async throws {
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            let file = store.folder.path("begun")
            let process = try await RunningCommand(
                ["bisect", "--store", store.path, "--command", "echo $$ > \(file); sleep 100; sleep 100"],
                in: store.folder)
            var text = ""
            while !text.hasSuffix("\n") {
                try await Task.sleep(for: .milliseconds(5))
                if FileManager.default.fileExists(atPath: file) {
                    text = try String(contentsOfFile: file, encoding: .utf8)
                }
            }
            let child = try #require(pid_t(text.dropLast()))
            _ = try await process.interrupted(by: signal)
            #expect(kill(child, 0) == -1)
        }

        @Test("an interrupted keeping of states leaves whole ones alone, and a repeat goes on")
        func keeping() async throws {
            try await store.output("import", "-", input: Self.lines(0..<20_000))
            let folder = store.path + "/kept"
            let errors = try await interrupt("projections", "keep", "items", "--every", "2000") {
                if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
            }
            #expect(errors.contains("the states of items that are complete are kept; repeat the command to go on"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.allSatisfy { $0.hasSuffix(".mdb") }, "\(names)")
            let repeated = try await store.output(
                "projections", "keep", "items", "--every", "2000", "--format", "ndjson")
            #expect(repeated.split(separator: "\n").count == 10)
        }

        @Test("an interrupted check of the store says what it has found and has changed nothing")
        func verifying() async throws {
            try await store.output("import", "-", input: Self.lines(0..<20_000))
            let verify = try await interrupt("verify")
            #expect(verify.hasSuffix("interrupted: 0 faults found so far; nothing has changed\n"))
            let check = try await interrupt("replay", "--check")
            #expect(check.hasSuffix("interrupted: 0 differences found so far; nothing has changed\n"))
        }

        @Test("a failed import says how many lines are recorded")
        func failed() async throws {
            let file = try store.folder.file(Self.lines(0..<1500) + "{\n", named: "bad.ndjson")
            let message = try await store.failure(65, "import", file)
            #expect(
                message.hasSuffix(
                    "\n\(file) is recorded up to line 1000: 1000 events appended, 0 already recorded; "
                        + "repeat the command to go on\n"))
            let none = try await store.failure(65, "import", "-", input: "{")
            #expect(none.hasSuffix("\nthis import has recorded nothing of standard input\n"))
        }

        /// Interrupts a command while it is at work, which takes several attempts.
        ///
        /// - Returns: What it says on standard error.
        private func interrupt(_ arguments: String..., prepare: () throws -> Void = {}) async throws -> String {
            var delay = 0.1
            for _ in 0..<30 {
                try prepare()
                let process = try await RunningCommand(arguments + store.place, in: store.folder)
                guard let errors = try await process.interruptedInTime(after: .seconds(delay)) else {
                    // It had already ended.
                    delay *= 0.6
                    continue
                }
                if errors.contains("interrupted") { return errors }
                delay *= 1.3
            }
            Issue.record("\(arguments) was never interrupted while it worked")
            return ""
        }

    }
}
