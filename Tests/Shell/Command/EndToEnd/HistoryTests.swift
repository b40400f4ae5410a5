import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("A real history")
    struct HistoryTests {
        private func names(_ store: CommandLineStore) async throws -> [String] {
            struct Item: Decodable { let name: String }
            return try await store.output("items", "list", "--format", "ndjson").split(separator: "\n")
                .map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)).name }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }

        private func withoutRecordedAt(_ lines: String) -> [String] {
            lines.split(separator: "\n").map { line in
                String(line[..<(line.range(of: #","recordedAt":"#)?.lowerBound ?? line.endIndex)])
            }
        }

        @Test("a history is imported, listed, replayed, compared and verified")
        func wholeWay() async throws {
            let store = try CommandLineStore()
            #expect(
                try await store.output("import", Fixture.history)
                    == "imported 1792 events, skipped 0 already recorded\n")
            let expected = try Fixture.items()
            #expect(try await names(store) == expected)
            let replayed = try await store.output("replay")
            #expect(replayed.contains("items: rebuilt from 1792 events in "))
            // The history has no profiles.
            #expect(!replayed.contains("profiles:"))
            #expect(try await names(store) == expected)
            let compared = try await store.output("replay", "--check")
            #expect(compared.contains("items: compared with 1792 events in "))
            #expect(compared.split(separator: "\n").allSatisfy { $0.hasSuffix(": no difference") })
            #expect(try await store.output("verify").hasSuffix(" and 35 streams: no faults\n"))
        }

        @Test("importing a history again adds nothing, and reports that")
        func again() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            #expect(
                try await store.output("import", Fixture.history)
                    == "imported 0 events, skipped 1792 already recorded\n")
            #expect(try await store.eventCount() == 1792)
        }

        @Test("an export, imported into an empty store and exported again, differs only in recordedAt")
        func lossless() async throws {
            let folder = try TemporaryFolder()
            let (one, two) = (
                try CommandLineStore(in: folder, named: "1"), try CommandLineStore(in: folder, named: "2")
            )
            try await one.output("import", Fixture.history)
            let first = try await one.output("export")
            #expect(try await two.output("import", "-", input: first).hasPrefix("imported 1792 events,"))
            let second = try await two.output("export")
            #expect(withoutRecordedAt(first).count == 1792)
            #expect(withoutRecordedAt(first) == withoutRecordedAt(second))
        }

        @Test("--verbose prints each batch with the number of events so far and the last position")
        func batches() async throws {
            let store = try CommandLineStore()
            #expect(
                try await store.output("import", Fixture.history, "--verbose") == """
                    batch 1: 1000 events, 1000 in total, position 1000
                    batch 2: 792 events, 1792 in total, position 1792
                    imported 1792 events, skipped 0 already recorded

                    """)
            #expect(
                try await store.output("import", Fixture.history, "--verbose").hasPrefix(
                    "batch 1: 0 events, 0 in total\n"))
        }

        @Test("a check reads the whole file, writes nothing, and needs no store")
        func check() async throws {
            let store = try CommandLineStore()
            #expect(
                try await store.output("import", Fixture.history, "--check")
                    == "checked 1792 lines: 1792 events to import, 0 already recorded; nothing was written\n")
            #expect(!store.exists)
            try await store.output("import", Fixture.history)
            #expect(
                try await store.output("import", Fixture.history, "--check")
                    == "checked 1792 lines: 0 events to import, 1792 already recorded; nothing was written\n")
        }

        @Test("stats shows the indexing rate of its own update or of an earlier process")
        func indexRate() async throws {
            struct Statistics: Decodable {
                struct Index: Decodable {
                    let indexedSinceOpening: Int
                    let eventsPerSecond: Int?
                }
                let indexLag: Int
                let index: Index
            }
            let store = try CommandLineStore()
            // More than a batch, so that a part is indexed.
            let lines = (1...20_000).map { #"{"stream":"s-\#($0 % 10)","type":"T"}"# + "\n" }.joined()
            try await store.output("import", "-", input: lines)
            let json = try await store.output("stats", "--format", "json")
            let statistics = try JSONDecoder().decode(Statistics.self, from: Data(json.utf8))
            #expect(statistics.indexLag <= 16_384)
            #expect(statistics.index.eventsPerSecond ?? 0 > 0)
            let again = try JSONDecoder().decode(
                Statistics.self, from: Data(try await store.output("stats", "--format", "json").utf8))
            #expect(again.index.indexedSinceOpening == 0)
            #expect(again.index.eventsPerSecond ?? 0 > 0)
            #expect(try await store.output("stats").contains(" events/s in the last batch"))
        }

        @Test("streams and stats show the counts of a history")
        func counts() async throws {
            struct Statistics: Decodable {
                struct Projection: Decodable {
                    let name: String
                    let state: String
                    let position: Int
                    let lag: Int?
                }
                struct Index: Decodable {
                    let bytes: Int
                    let postings: Int
                    let indexedSinceOpening: Int
                }
                let events: Int
                let streams: Int
                let indexedUpTo: Int
                let indexLag: Int
                let index: Index
                let projections: [Projection]
            }
            struct Stream: Decodable {
                let stream: String
                let version: Int
                let firstPosition: Int
                let lastPosition: Int
            }
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let json = try await store.output("stats", "--format", "json")
            let statistics = try JSONDecoder().decode(Statistics.self, from: Data(json.utf8))
            #expect(statistics.events == 1792)
            #expect(statistics.streams == 35)
            #expect(statistics.indexedUpTo + statistics.indexLag == 1792)
            #expect(statistics.index.bytes > 0)
            #expect(statistics.index.postings >= 3 * statistics.indexedUpTo)
            #expect(statistics.index.indexedSinceOpening == 0)
            #expect(statistics.projections.map(\.name) == ["items", "profiles"])
            #expect(statistics.projections.map(\.state) == ["current", "unused"])
            #expect(statistics.projections.map(\.position) == [1792, 0])
            #expect(statistics.projections.map(\.lag) == [0, nil])
            let streams = try JSONDecoder().decode(
                [Stream].self, from: Data(try await store.output("streams", "--format", "json").utf8))
            #expect(streams.map(\.version).reduce(0, +) == 1792)
            #expect(Set(streams.map(\.stream)).count == 35)
            #expect(streams.map(\.lastPosition).max() == 1792)
            #expect(streams.map(\.firstPosition).min() == 1)
            #expect(try await store.output("streams", "--category", "profile") == "")
        }

        @Test("two imports at once, with readers, leave each event once")
        func atOnce() async throws {
            let store = try CommandLineStore()
            try await store.output("items", "add", "first")
            async let one = store.output("import", Fixture.history)
            async let two = store.output("import", Fixture.history)
            async let readers: [Int] = (0..<4).asyncMap { _ in try await store.eventCount() }
            let summaries = try await [one, two].map { summary in
                try #require(summary.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            }
            #expect(summaries.reduce(0, +) == 1792)
            #expect(try await readers.allSatisfy { (1...1793).contains($0) })
            #expect(try await store.eventCount() == 1793)
            #expect(try await store.output("verify").hasSuffix(": no faults\n"))
            #expect(
                try await names(store)
                    == (try Fixture.items() + ["first"]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
