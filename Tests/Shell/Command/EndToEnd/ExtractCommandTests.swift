import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Extracting an incident")
    struct ExtractCommandTests {
        private func lines(_ path: String) throws -> [[String: Any]] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
        }

        private func positions(_ path: String) throws -> [Int] { try lines(path).compactMap { $0["position"] as? Int } }

        /// The text of a file without the times of recording, which differ from store to store.
        private func text(_ path: String) throws -> String {
            try String(contentsOfFile: path, encoding: .utf8).replacing(/,"recordedAt":"[^"]*"/, with: "")
        }

        @Test("the test that it writes is the one in this package, which passes")
        func compiled() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let folder = store.folder.path("out")
            try await store.output(
                "extract", "--stream", "item-09e596ce-3171-5f7c-80dc-4f2e62d8ec49", "--up-to", "551", "--mask",
                "metadata.actor", "--name", "RenamedFile", "-o", folder)
            let kept = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Extracted").path
            for name in ["RenamedFile.ndjson", "RenamedFileTests.swift"] {
                #expect(try text("\(folder)/\(name)") == text("\(kept)/\(name)"))
            }
        }

        @Test("the earlier events of the streams concerned come with them", arguments: Fixture.histories)
        func selected(history path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let history = try HistoryLines(path)
            let file = store.folder.path("incident.ndjson")
            func expected(_ incident: [Int]) -> [Int] {
                let streams = Set(incident.map { history.lines[$0 - 1].stream })
                return history.positions { streams.contains($0.stream) && $0.position <= incident.max() ?? 0 }
            }
            let middle = history.lines[history.lines.count / 2]
            let correlation = try #require(middle.correlation)
            try await store.output("extract", "--correlation", correlation, "-o", file)
            #expect(try positions(file) == expected(history.positions { $0.correlation == correlation }))
            try await store.output(
                "extract", "--positions", "\(middle.position)..\(middle.position + 3)", "--force", "-o", file)
            #expect(try positions(file) == expected(Array(middle.position...middle.position + 3)))
            try await store.output("extract", "--stream", middle.stream, "--force", "-o", file)
            #expect(try positions(file) == history.positions { $0.stream == middle.stream })
        }

        @Test("masked values are gone, also from tags, and equal ones stay equal")
        func masked() async throws {
            let store = try CommandLineStore()
            let names = ["Ada", "Bob", "Ada"].enumerated().map { index, name in
                #"{"stream":"p-1","type":"T","tags":["screenName:\#(name.lowercased())","x"],"#
                    + #""data":{"name":"\#(name)","age":\#(30 + index % 2),"note":"the Bob note"}}"# + "\n"
            }
            try await store.output("import", "-", input: names.joined())
            let file = store.folder.path("incident.ndjson")
            let result = try await store.run(
                "extract", "--stream", "p-1", "--mask", "data.name", "--mask", "data.age", "-o", file)
            #expect(result.status == 0)
            #expect(result.errors.contains("still occurs elsewhere in 3 events"))
            let masked = try lines(file)
            let data = masked.compactMap { $0["data"] as? [String: Any] }
            let values = data.compactMap { $0["name"] as? String }
            #expect(values[0] == values[2] && values[0] != values[1])
            #expect(data.compactMap { $0["age"] as? Int }.count == 3)
            #expect(masked.map { ($0["tags"] as? [String])?.first } == values.map { "screenName:\($0)" })
            #expect(masked.map { ($0["tags"] as? [String])?.last } == ["x", "x", "x"])
            #expect(!(try text(file)).lowercased().contains("ada"))
            let quiet = try await store.run(
                "extract", "--stream", "p-1", "--mask", "data.name", "--mask", "data.note", "--force", "-o", file)
            #expect(quiet.errors.isEmpty)
        }

        @Test("a state that cannot be folded is named, and the test compares the version")
        func unfolded() async throws {
            let store = try CommandLineStore()
            try await store.output("items", "add", "Buy milk", "--id", "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11")
            let item = "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let append = try await store.run("append", item, "ItemRenamed", "--data", "{\"nam\":\"\u{202E}\"}")
            #expect(append.status == 3)
            let folder = store.folder.path("out")
            let result = try await store.run("extract", "--positions", "2..2", "-o", folder)
            #expect(result.status == 0)
            #expect(result.errors.contains("which cannot be folded"))
            let source = try text("\(folder)/IncidentTests.swift")
            #expect(source.contains(#"version(of: "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11") == 2"#))
            #expect(source.contains(#"\"name\":\"Buy milk\""#))
        }

        @Test("a masked correlation id is masked in the test, too, and what a state says of a masked value is reported")
        func maskedSubject() async throws {
            let store = try CommandLineStore()
            let lines = ["Secret-17", "other"].enumerated().map { index, id in
                #"{"stream":"item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c1\#(index)","type":"ItemCreated","#
                    + #""data":{"name":"Ask Secret\u002d17"},"metadata":{"correlationId":"\#(id)"}}"# + "\n"
            }
            try await store.output("import", "-", input: lines.joined())
            let folder = store.folder.path("out")
            let result = try await store.run(
                "extract", "--correlation", "Secret-17", "--mask", "metadata.correlationId", "-o", folder)
            #expect(result.status == 0)
            #expect(result.errors.contains("occurs elsewhere in 1 event:"), "\(result.errors)")
            #expect(result.errors.contains("still occurs in the test"), "\(result.errors)")
            #expect(try text("\(folder)/IncidentTests.swift").contains("Incident: correlation masked-1"))
            let quiet = try await store.run(
                "extract", "--correlation", "Secret-17", "--mask", "metadata.correlationId", "--mask", "data.name",
                "--name", "Masked", "-o", folder)
            #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
            for file in ["Masked.ndjson", "MaskedTests.swift"] {
                #expect(try !text("\(folder)/\(file)").lowercased().contains("secret"))
            }
        }

        @Test("a mask that hides nothing ends with 65 and names the nearest path, and nothing is written")
        func missingPath() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "s-1", "T", "--data", #"{"lines":[{"name":"Ada"}]}"#)
            let file = store.folder.path("incident.ndjson")
            let message = try await store.failure(
                65, "extract", "--stream", "s-1", "--mask", "data.lines[*].nmae", "-o", file)
            #expect(message.contains("data.lines[*].name"), "\(message)")
            #expect(!FileManager.default.fileExists(atPath: file))
        }

        @Test("files that exist are replaced with --force alone", arguments: ["incident.ndjson", "out"])
        func existing(output: String) async throws {
            let store = try CommandLineStore()
            try await store.output("append", "s-1", "T", "--data", "1")
            let path = store.folder.path(output)
            try await store.output("extract", "--stream", "s-1", "-o", path)
            let file = output == "out" ? path + "/IncidentTests.swift" : path
            try "changed".write(toFile: file, atomically: true, encoding: .utf8)
            let message = try await store.failure(73, "extract", "--stream", "s-1", "-o", path)
            #expect(message.contains("--force"))
            #expect(try text(file) == "changed")
            try await store.output("extract", "--stream", "s-1", "--force", "-o", path)
            #expect(try text(file) != "changed")
        }

        @Test("what does not exist, and what is no name, path or range, is an error")
        func errors() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "s-1", "T", "--data", "1")
            let file = store.folder.path("incident.ndjson")
            try await store.failure(66, "extract", "--stream", "s-2", "-o", file)
            try await store.failure(66, "extract", "--correlation", "c", "-o", file)
            try await store.failure(65, "extract", "--positions", "1..2", "-o", file)
            try await store.failure(65, "extract", "--positions", "0..1", "-o", file)
            for arguments in [
                ["--stream", "s-1", "--correlation", "c"], ["--positions", "2..1"], ["--positions", "x"], [],
                ["--stream", "s-1", "--mask", "name"], ["--stream", "s-1", "--mask", "data"],
                ["--stream", "s-1", "--name", "no name"], ["--correlation", "c", "--up-to", "1"],
                ["--stream", "s-1", "--limit", "0"], ["--stream", "s-1", "-o", "-"],
            ] {
                #expect(try await store.process.run(["extract", "-o", file] + arguments + store.place).status == 64)
            }
            try await store.output("append", "s-1", "T", "--data", "1")
            #expect(
                try await store.failure(65, "extract", "--stream", "s-1", "--limit", "1", "-o", file).contains(
                    "--limit"))
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }
}
