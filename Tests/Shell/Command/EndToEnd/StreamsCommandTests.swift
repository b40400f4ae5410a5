import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Listing streams")
    struct StreamsCommandTests {
        private struct Stream: Decodable, Equatable {
            let stream: String
            let version: Int
            let firstPosition: Int
            let lastPosition: Int
            let bytes: Int?
        }

        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        private func streams(_ arguments: String...) async throws -> [Stream] {
            let result = try await store.process.run(["streams", "--format", "json"] + arguments + store.place)
            return try JSONDecoder().decode([Stream].self, from: Data(result.output.utf8))
        }

        /// The streams as folding the lines gives them, by name.
        private func folded(_ path: String) throws -> [Stream] {
            Dictionary(grouping: try HistoryLines(path).lines, by: \.stream).map { name, lines in
                Stream(
                    stream: name, version: lines.count, firstPosition: lines[0].position,
                    lastPosition: lines[lines.count - 1].position,
                    bytes: lines.reduce(0) { $0 + Self.bytes(of: $1.text) })
            }.sorted { $0.stream < $1.stream }
        }

        /// The bytes of the data and the metadata of a line, which are the last two members and written compactly.
        private static func bytes(of line: String) -> Int {
            let parts = line.components(separatedBy: #","data":"#)
            let values = parts.dropFirst().joined().dropLast().components(separatedBy: #","metadata":"#)
            return values.reduce(0) { $0 + $1.utf8.count }
        }

        @Test("streams are sorted by each property as the folded history is", arguments: Fixture.histories)
        func sorted(path: String) async throws {
            try await store.output("import", path)
            let expected = try folded(path)
            #expect(try await streams("--sort", "name") == expected)
            #expect(try await streams("--sort", "first") == expected.sorted { $0.firstPosition < $1.firstPosition })
            #expect(try await streams("--sort", "last") == expected.sorted { $0.lastPosition > $1.lastPosition })
            let byEvents = expected.sorted { ($1.version, $0.stream) < ($0.version, $1.stream) }
            #expect(try await streams("--sort", "events") == byEvents)
            let byBytes = expected.sorted { ($1.bytes ?? 0, $0.stream) < ($0.bytes ?? 0, $1.stream) }
            #expect(try await streams("--sort", "bytes") == byBytes)
            #expect(try await streams("--sort", "bytes", "--reverse", "--limit", "3") == byBytes.suffix(3).reversed())
            #expect(try await streams("--sort", "events", "--category", "none").isEmpty)
        }

        @Test("a limit ends the list, in any order")
        func limited() async throws {
            try await store.output("import", Fixture.history)
            #expect(try await streams("--limit", "5").count == 5)
            #expect(try await streams("--limit", "5", "--sort", "last").count == 5)
            #expect(try await store.output("streams", "--limit", "1").split(separator: "\n").count == 2)
            let table = try await store.output("streams", "--sort", "bytes", "--limit", "1")
            let titles = table.split(separator: "\n")[0].split(separator: " ")
            #expect(titles == ["VERSION", "FIRST", "LAST", "BYTES", "STREAM"])
            try await store.failure(64, "streams", "--limit", "0")
            try await store.failure(64, "streams", "--reverse")
        }
    }
}
