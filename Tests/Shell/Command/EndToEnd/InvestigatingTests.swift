import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// Runs the commands of `Docs/Investigating.md`, and compares what they print with what the page shows.
    ///
    /// After an intended change, run the tests with `NACRE_UPDATE_PAGES=1` and review the difference.
    @Suite("The page on investigating")
    struct InvestigatingTests {
        private static let page = URL(filePath: #filePath).appending(path: "../../../../../Docs/Investigating.md")
            .standardized

        @Test("every command of the page prints what stands below it")
        func commands() async throws {
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: Fixture.history, toPath: folder.path("lmdb-history.ndjson"))
            let page = try String(contentsOf: Self.page, encoding: .utf8)
            var run: [String] = []
            var count = 0
            for block in page.components(separatedBy: "```console\n") {
                guard count > 0, let end = block.range(of: "```\n") else {
                    run.append(block)
                    count += 1
                    continue
                }
                var shown = ""
                for command in Self.commands(of: block[..<end.lowerBound]) {
                    shown += "$ \(command)\n" + (try await output(of: command, in: folder))
                }
                #expect(shown == block[..<end.lowerBound])
                run.append(shown + block[end.lowerBound...])
                count += 1
            }
            #expect(count > 10)
            if ProcessInfo.processInfo.environment["NACRE_UPDATE_PAGES"] == "1" {
                try run.joined(separator: "```console\n").write(to: Self.page, atomically: true, encoding: .utf8)
            }
        }

        /// The commands of a block, each behind a dollar sign; a backslash continues a line.
        private static func commands(of block: Substring) -> [String] {
            block.split(separator: "\n").map(String.init).reduce(into: [String]()) { commands, line in
                if line.hasPrefix("$ ") {
                    commands.append(String(line.dropFirst(2)))
                } else if commands.last?.hasSuffix("\\") == true {
                    commands[commands.count - 1] += "\n" + line
                }
            }
        }

        /// What a command prints, both outputs, with the time of the walk in place of any time of today.
        private func output(of command: String, in folder: TemporaryFolder) async throws -> String {
            let script = "cd \"$1\" && nacre() { \"\(NacreProcess.program)\" \"$@\"; } && { \(command)\n} 2>&1"
            let result = try await NacreProcess().shell(
                script, arguments: [folder.path(".")], environment: ["NACRE_STORE": "incident.store"])
            // What differs from store to store.
            return result.output
                .replacing(/20(2[5-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) { time in
                    "2026-11-27T09:00:00" + (time.output.2 == nil ? "Z" : ".000000000Z")
                }
                .replacing(/nacre why [\w-]{30,}/, with: "nacre why AUygesJXSEAkhMCIQJqgBNMBAQKaCAMBiVpZCw")
                .replacing(/checksum [0-9a-f]{16}/, with: "checksum 3451649f33cb2589")
                .replacing(/chain of [0-9a-f-]{36}/, with: "chain of 4ca07ac2-5748-4024-84c0-88409aa004d3")
        }
    }
}
