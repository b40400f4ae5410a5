import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Encodings of an import")
    struct ImportEncodingTests {
        private static let line = #"{"stream":"s-1","type":"T","data":{"name":"é"}}"# + "\n"

        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test("a byte order mark of UTF-8 is skipped", arguments: [line, line + line, ""])
        func mark(lines: String) async throws {
            let file = try store.folder.file([0xEF, 0xBB, 0xBF] + Array(lines.utf8), named: "marked.ndjson")
            let plain = try store.folder.file(Array(lines.utf8), named: "plain.ndjson")
            let count = lines.split(separator: "\n").count
            #expect(try await store.output("import", file) == "imported \(count) events, skipped 0 already recorded\n")
            #expect(
                try await store.output("import", plain) == "imported 0 events, skipped \(count) already recorded\n")
        }

        @Test("a mark within the input is no mark")
        func within() async throws {
            let file = try store.folder.file(Array(Self.line.utf8) + [0xEF, 0xBB, 0xBF] + Array(Self.line.utf8))
            #expect(try await store.failure(65, "import", file).hasPrefix("nacre: \(file):2: "))
        }

        @Test("a compressed file is named, with the command that imports it")
        func compressed() async throws {
            let file = try store.folder.file(Array(Self.line.utf8), named: "it's.ndjson")
            let result = try await store.process.shell(
                #"""
                gzip -k "$1" && "$0" import "$1.gz" --store "$2"; echo $?
                gunzip -c "$1.gz" | "$0" import - --store "$2"
                """#,
                arguments: [file, store.path])
            let quoted = file.replacing("'", with: #"'\''"#)
            let remedy = "gunzip -c '\(quoted).gz' | nacre import -"
            #expect(
                result.errors.hasPrefix("nacre: \(file).gz is compressed with gzip, decompress it: \(remedy)\n"))
            #expect(result.output == "65\nimported 1 events, skipped 0 already recorded\n")
        }

        @Test(
            "UTF-16 is named, with the command that converts it",
            arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
        func wide(mark: [UInt8]) async throws {
            let file = try store.folder.file(mark + [0x7B, 0x00, 0x0A, 0x00])
            let message = try await store.failure(65, "import", file, "--check")
            let remedy = "iconv -f UTF-16 -t UTF-8 \(file) | nacre import -"
            #expect(message.contains("is in UTF-16, convert it to UTF-8: \(remedy)"))
            #expect(!store.exists)
        }
    }
}
