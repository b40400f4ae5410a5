import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Events")
    struct EventCommandTests {
        private let store: CommandLineStore
        private let id = "00000000-0000-0000-0000-000000000001"

        init() throws {
            store = try CommandLineStore()
        }

        @Test("an appended event is read back as an NDJSON line")
        func append() async throws {
            let answer = try await store.output(
                "append", "order-1", "OrderPlaced", "--data", #"{"b": 1, "a":"/é"}"#, "--tag", "x", "--tag", "y",
                "--id",
                id, "--schema", "2", "--metadata", #"{"actor": "me"}"#, "--format", "json")
            #expect(answer == #"{"position":1,"stream":"order-1","version":1,"alreadyCommitted":false}"# + "\n")
            let line = try await store.output("read", "--format", "ndjson")
            #expect(line.hasPrefix(#"{"id":"\#(id)","stream":"order-1","type":"OrderPlaced","schema":2,"time":""#))
            #expect(
                line.contains(
                    #","tags":["x","y"],"data":{"b": 1, "a":"/é"},"metadata":{"actor": "me"},"position":1,"version":1,"recordedAt":""#
                ))
        }

        @Test("repeating an append with the same id writes nothing, and reports that")
        func repeated() async throws {
            let arguments = ["append", "order-1", "T", "--data", "1", "--id", id, "--store", store.path]
            #expect(try await NacreProcess().run(arguments).output.contains("recorded  now\n"))
            #expect(try await NacreProcess().run(arguments).output.contains("recorded  earlier; nothing was written\n"))
            #expect(try await store.failure(65, "append", "order-1", "T", "--data", "2", "--id", id).contains(id))
            #expect(try await store.eventCount() == 1)
        }

        @Test("a violated expectation exits with 2, and nothing is written")
        func conflict() async throws {
            try await store.output("append", "order-1", "T", "--data", "1", "--expect", "none")
            for expectation in ["none", "0", "2"] {
                let message = try await store.failure(
                    2, "append", "order-1", "T", "--data", "2", "--expect", expectation)
                #expect(message.contains("order-1") && message.contains("decide again"))
            }
            try await store.failure(2, "append", "order-2", "T", "--data", "2", "--expect", "exists")
            for expectation in ["any", "exists", "3"] {
                try await store.output("append", "order-1", "T", "--data", "2", "--expect", expectation)
            }
            #expect(try await store.eventCount() == 4)
        }

        @Test("reading a missing stream exits with 66; reading an empty log prints nothing")
        func missing() async throws {
            try await store.output("import", "-", input: "")
            #expect(try await store.output("read") == "")
            #expect(try await store.output("read", "--format", "json") == "[]\n")
            #expect(try await store.output("export") == "")
            #expect(try await store.failure(66, "read", "nope").contains(#"there is no stream "nope""#))
            #expect(try await store.failure(66, "export", "nope").contains(#"there is no stream "nope""#))
            #expect(try await store.failure(65, "read", "--after", "1").contains("position 1"))
        }

        @Test("control sequences in an event never reach a table")
        func controls() async throws {
            let esc = "\u{1B}[2J"
            try await store.output(
                "import", "-",
                input:
                    #"{"stream":"s-\u202e1","type":"T","dataBase64":"\#(Data((esc + "\u{9B}31m").utf8).base64EncodedString())"}"#
            )
            let table = try await store.output("read")
            #expect(
                !table.unicodeScalars.contains {
                    ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
                })
            #expect(table.contains(#""\u{1B}[2J\u{9B}31m""#))
            #expect(try await !store.output("streams").unicodeScalars.contains("\u{202E}"))
            let message = try await store.failure(66, "read", "s-\u{202E}2")
            #expect(!message.unicodeScalars.contains("\u{202E}"))
        }

        @Test("a closed output pipe ends the command without a message", arguments: ["read", "export"])
        func brokenPipe(command: String) async throws {
            try await store.output("import", Fixture.history)
            let result = try await NacreProcess().shell(
                #"("$0" "$1" --store "$2"; echo "status $?" >&2) | head -n 1"#, arguments: [command, store.path])
            #expect(result.lines.count == 1)
            #expect(result.errors == "status 0\n")
        }

        @Test("only its owner can read an exported file, and a failed export leaves the old file")
        func exportToFile() async throws {
            try await store.output("import", Fixture.history)
            let file = store.folder.path("history.ndjson")
            #expect(try await store.output("export", "-o", file) == "exported 1792 events\n")
            #expect(try store.folder.bytes("history.ndjson") == Array(try await store.output("export").utf8))
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            let before = try store.folder.bytes("history.ndjson")
            try await store.failure(66, "export", "nope", "-o", file)
            #expect(try store.folder.bytes("history.ndjson") == before)
            try await store.failure(73, "export", "-o", store.folder.path("no/history.ndjson"))
        }
    }
}
