import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Bad input")
    struct BadInputTests {
        private static let good = #"{"id":"00000000-0000-0000-0000-000000000001","stream":"s-1","type":"T","data":1}"#

        @Test(
            "a bad line stops the import with its number, and nothing of its batch is written",
            arguments: [
                "{", "[]", "null", "not json", #"{"stream":"s-1","type":"T""#, #"{"type":"T"}"#, #"{"stream":"s-1"}"#,
                #"{"stream":"s-1","type":"T","colour":1}"#, #"{"stream":"s-1","stream":"s-1","type":"T"}"#,
                #"{"stream":"s-1","type":"T","id":"1"}"#, #"{"stream":"s-1","type":"T","data":1,"dataBase64":"AA=="}"#,
                #"{"stream":"s-1","type":"T","dataBase64":"A"}"#, #"{"stream":"","type":"T"}"#,
                #"{"stream":"\#(String(repeating: "s", count: 256))","type":"T"}"#,
                #"{"stream":"s\u0007","type":"T"}"#, #"{"stream":"s-1","type":""}"#,
                #"{"stream":"s-1","type":"T","schema":0}"#,
                #"{"stream":"s-1","type":"T","time":"2017-02-29T00:00:00Z"}"#,
                #"{"stream":"s-1","type":"T","tags":["x","x"]}"#, #"{"stream":"s-1","type":"T","metadata":1}"#,
                #"{"stream":"s-1","type":"T","metadata":{"actor":""}}"#, #"{"stream":"s-1","type":"T"} x"#,
                #"{"id":"00000000-0000-0000-0000-000000000001","stream":"s-1","type":"T","data":2}"#,
            ])
        func badLine(line: String) async throws {
            let store = try CommandLineStore()
            let file = try store.folder.file([Self.good, line, Self.good].joined(separator: "\n"))
            let message = try await store.failure(65, "import", file)
            #expect(message.hasPrefix("nacre: \(file):2: "))
            #expect(message.hasSuffix("\nthis import has recorded nothing of \(file)\n"))
            #expect(message.split(separator: "\n").count == 2)
            #expect(try await store.eventCount() == 0)
        }

        @Test("a check reports the same bad line, and creates no store")
        func check() async throws {
            let store = try CommandLineStore()
            let file = try store.folder.file([Self.good, "{", Self.good].joined(separator: "\n"))
            #expect(try await store.failure(65, "import", file, "--check").hasPrefix("nacre: \(file):2: "))
            #expect(!store.exists)
        }

        @Test("a line that is not UTF-8 is refused")
        func invalidUTF8() async throws {
            let store = try CommandLineStore()
            let file = try store.folder.file(
                Array(#"{"stream":"s-1","type":"T","data":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
            #expect(try await store.failure(65, "import", file).hasPrefix("nacre: \(file):1: "))
        }

        @Test("a line of 100 MB is refused because of its length")
        func hugeLine() async throws {
            let store = try CommandLineStore()
            let file = try store.folder.file("")
            // A hole takes no space on the disk.
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.truncate(atOffset: 100_000_000)
            try handle.close()
            let message = try await store.failure(65, "import", file)
            #expect(message.hasPrefix("nacre: \(file):1: the line is longer than the limit of 33554432 bytes\n"))
        }

        @Test("the batches before a bad line stay, and importing the fixed file continues")
        func goesOn() async throws {
            let store = try CommandLineStore()
            var lines = (1...1500).map { #"{"stream":"s-1","type":"T","data":\#($0)}"# }
            lines[1200] = "{"
            let file = try store.folder.file(lines.joined(separator: "\n"))
            #expect(try await store.failure(65, "import", file).hasPrefix("nacre: \(file):1201: "))
            #expect(try await store.eventCount() == 1000)
            lines[1200] = #"{"stream":"s-1","type":"T","data":1201}"#
            _ = try store.folder.file(lines.joined(separator: "\n"))
            #expect(try await store.output("import", file) == "imported 500 events, skipped 1000 already recorded\n")
        }

        @Test("a bad line on standard input is reported with its number")
        func standardInput() async throws {
            let store = try CommandLineStore()
            #expect(try await store.failure(65, "import", "-", input: "{").hasPrefix("nacre: standard input:1: "))
        }

        @Test("arguments of an invalid event are refused, and create no store")
        func append() async throws {
            let store = try CommandLineStore()
            #expect(try await store.failure(65, "append", "", "T", "--data", "1").contains("1 to 255 bytes"))
            let long = String(repeating: "s", count: 256)
            #expect(try await store.failure(65, "append", long, "T", "--data", "1").contains("256"))
            #expect(try await store.failure(65, "append", "s\u{7}", "T", "--data", "1").contains("control characters"))
            #expect(try await store.failure(65, "append", "s", "T", "--data", "{").contains("--data is not JSON"))
            #expect(try await store.failure(65, "append", "s", "T", "--data", "1", "--schema", "0").contains("schema"))
            #expect(
                try await store.failure(65, "append", "s", "T", "--data", "1", "--metadata", "[]").contains(
                    "--metadata"))
            #expect(
                try await store.failure(65, "append", "s", "T", "--data", "1", "--tag", "x", "--tag", "x").contains(
                    "twice"))
            #expect(!store.exists)
        }

        @Test("the store's own streams refuse appends, and are imported and exported like any other")
        func ownStreams() async throws {
            let store = try CommandLineStore()
            let message = try await store.failure(65, "append", "$process-welcome", "CheckpointReached", "--data", "{}")
            #expect(message.contains("$process-welcome") && message.contains("is reserved"))
            #expect(!store.exists)
            let line = #"{"stream":"$process-welcome","type":"T","data":{}}"#
            try await store.output("import", "-", input: line)
            #expect(try await store.output("export").contains(#""stream":"$process-welcome","type":"T""#))
        }

        @Test("names and dates that the domain refuses exit with 65, and nothing is written")
        func domain() async throws {
            let store = try CommandLineStore()
            #expect(try await store.failure(65, "items", "add", "  ").contains("is empty"))
            #expect(try await store.failure(65, "items", "add", "a\u{7}b").contains("control character"))
            let date = try await store.failure(
                65, "profile", "setup", "--user", "u", "--screen-name", "a b", "--birthday", "2023-02-29")
            #expect(date.contains("2023-02-29") && date.contains("screenName"))
            #expect(try await store.eventCount() == 0)
        }

        @Test("a profile change with one invalid value changes nothing")
        func halfWrong() async throws {
            let store = try CommandLineStore()
            try await store.output(
                "profile", "setup", "--user", "u", "--screen-name", "ada", "--birthday", "1990-12-10")
            try await store.failure(
                65, "profile", "change", "--user", "u", "--screen-name", "ada.l", "--birthday", "1990-13-01")
            #expect(try await store.output("profile", "show", "u", "--format", "json").contains(#""screenName":"ada""#))
        }
    }
}
