import DomainKit
import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Importing NDJSON", .fewAtOnce)
struct NDJSONImporterTests {
    private let folder: TemporaryFolder
    private let store = InMemoryEventStore()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ lines: [String], batchLines: Int = 1000) async throws -> ImportSummary {
        let path = try folder.file(lines.joined(separator: "\n"))
        return try await NDJSONImporter(store: store, batchLines: batchLines).run(LineSource(path: path))
    }

    private func mistake(_ lines: [String], batchLines: Int = 1000) async throws -> ImportError? {
        do {
            _ = try await run(lines, batchLines: batchLines)
            return nil
        } catch let error as ImportError {
            return error
        }
    }

    private func line(_ number: Int, stream: String = "s-1", type: String = "T", data: String? = nil) -> String {
        let id = EventID(high: 1, low: UInt64(number))
        return #"{"id":"\#(id)","stream":"\#(stream)","type":"\#(type)","data":\#(data ?? String(number))}"#
    }

    private func log() async throws -> [RecordedEvent] { try await store.readLog().collect() }

    @Test("lines become events with their content and order")
    func imports() async throws {
        let summary = try await run([
            line(1),
            #"{"id":"00000000-0000-0000-0000-0000000000ff","stream":"a-1","type":"Made","schema":3,"#
                + #""time":"2017-04-20T11:13:14.50Z","tags":["x","y"],"data":{"k": 1},"metadata":{"actor":"b"}}"#,
        ])
        #expect(summary.lines == 2)
        #expect(summary.imported == 2)
        #expect(summary.skipped == 0)
        #expect(summary.lastPosition == 2)
        let event = try #require(try await log().last)
        #expect(event.stream == "a-1")
        #expect(event.id == EventID(high: 0, low: 0xFF))
        #expect(event.type == "Made")
        #expect(event.schema == 3)
        #expect(event.time.description == "2017-04-20T11:13:14.50Z")
        #expect(event.tags == ["x", "y"])
        #expect(event.data == Array(#"{"k": 1}"#.utf8))
        #expect(event.metadata == Array(#"{"actor":"b"}"#.utf8))
    }

    @Test("an empty file imports nothing", arguments: ["", "\n", " \n\n\t\r\n"])
    func empty(_ content: String) async throws {
        #expect(try await run([content]).lines == 0)
        #expect(try await store.head() == 0)
    }

    @Test("each batch is one commit")
    func batches() async throws {
        let path = try folder.file((1...7).map { line($0) }.joined(separator: "\n"))
        var told: [Int] = []
        let summary = try await NDJSONImporter(store: store, batchLines: 3).run(LineSource(path: path)) {
            told.append($0.lines)
        }
        #expect(told == [3, 6, 7])
        #expect(summary.lines == 7)
        #expect(summary.bytes == (try folder.bytes("input.ndjson").count))
        #expect(try await log().map(\.isLastOfCommit) == [false, false, true, false, false, true, true])
    }

    @Test("importing a file again changes nothing, whatever the batch size", arguments: [1, 2, 3, 1000])
    func again(_ batchLines: Int) async throws {
        let lines = (1...7).map { line($0) }
        _ = try await run(lines, batchLines: 3)
        let before = try await log()
        let summary = try await run(lines, batchLines: batchLines)
        #expect(summary.skipped == 7)
        #expect(summary.imported == 0)
        #expect(summary.lastPosition == nil)
        #expect(try await log() == before)
    }

    @Test("importing a file that has grown adds the new lines, in the middle too", arguments: [1, 2, 3, 1000])
    func grown(_ batchLines: Int) async throws {
        _ = try await run([line(1), line(3), line(5)], batchLines: batchLines)
        let summary = try await run((1...7).map { line($0) }, batchLines: batchLines)
        #expect(summary.skipped == 3)
        #expect(summary.imported == 4)
        #expect(summary.lastPosition == 7)
        #expect(try await log().map(\.id.low) == [1, 3, 5, 2, 4, 6, 7])
    }

    @Test(
        "a line whose id is recorded with another stream, type or data stops the import",
        arguments: [(0, 1000), (1, 1000), (2, 1000), (0, 1), (1, 1), (2, 1)])
    func recordedOtherwise(_ which: Int, _ batchLines: Int) async throws {
        _ = try await run([line(1), line(2)])
        let other = [line(2, stream: "s-2"), line(2, type: "U"), line(2, data: "22")][which]
        let error = try #require(try await mistake([line(1), other, line(3)], batchLines: batchLines))
        #expect(error.code == .idTaken)
        #expect(error.line == 2)
        #expect(error.message.contains("00000000-0000-0001-0000-000000000002 is taken by the event at position 2"))
        #expect(try await store.head() == 2)
    }

    @Test("a line recorded with another time, schema, tags or metadata counts as recorded")
    func recordedAlike() async throws {
        _ = try await run([line(1)])
        let other = line(1).dropLast() + #","schema":2,"time":"2017-04-20T11:13:14Z","tags":["t"],"metadata":{}}"#
        #expect(try await run([String(other), line(2)]).skipped == 1)
    }

    @Test("a repeated line is skipped, in the same batch or another", arguments: [1, 2, 1000])
    func twice(_ batchLines: Int) async throws {
        let summary = try await run([line(1), line(2), line(1), line(2), line(3)], batchLines: batchLines)
        #expect(summary.lines == 5)
        #expect(summary.skipped == 2)
        #expect(try await log().map(\.id.low) == [1, 2, 3])
    }

    @Test(
        "a repeated id with other content stops the import",
        arguments: [(1, "the event at position 1"), (1000, "line 1")])
    func twiceOtherwise(_ batchLines: Int, _ owner: String) async throws {
        let error = try #require(
            try await mistake([line(1), line(2), line(1, data: "0")], batchLines: batchLines))
        #expect(error.code == .idTaken)
        #expect(error.line == 3)
        #expect(error.message.contains("is taken by \(owner), with another stream, type or data"))
    }

    @Test("a bad line stops the import: earlier batches stay, nothing of its own batch is written")
    func badLine() async throws {
        let lines = [line(1), line(2), line(3), #"{"stream":"s","typ":"T"}"#, line(5)]
        let error = try #require(try await mistake(lines, batchLines: 2))
        #expect(error.code == .badLine)
        #expect(error.line == 4)
        #expect(error.message.hasPrefix("line 4: the key \"typ\" is unknown"))
        #expect((error.cause as? NDJSONError)?.code == .unknownKey)
        #expect(try await log().map(\.id.low) == [1, 2])
    }

    @Test("after the line is fixed, running the import again continues")
    func mended() async throws {
        var lines = (1...5).map { line($0) }
        lines[3] = "x"
        #expect(try await mistake(lines, batchLines: 2)?.line == 4)
        lines[3] = line(4)
        let summary = try await run(lines, batchLines: 2)
        #expect(summary.skipped == 2)
        #expect(try await log().map(\.id.low) == [1, 2, 3, 4, 5])
    }

    @Test("an empty line within the file is refused, with its number", arguments: ["", "  ", "\r"])
    func emptyLine(_ empty: String) async throws {
        let error = try #require(try await mistake([line(1), empty, "", line(2)]))
        #expect(error.code == .badLine)
        #expect(error.line == 2)
        #expect(try await store.head() == 0)
    }

    @Test("empty lines at the end of the file are ignored")
    func trailingEmptyLines() async throws {
        #expect(try await run([line(1), "", " ", ""]).lines == 1)
    }

    @Test("lines may end with a carriage return")
    func carriageReturns() async throws {
        _ = try await run([line(1) + "\r", line(2) + "\r", ""])
        #expect(try await log().map(\.data) == [Array("1".utf8), Array("2".utf8)])
    }

    @Test("a cancelled import stops between two batches")
    func cancelled() async throws {
        let path = try folder.file((1...5).map { line($0) }.joined(separator: "\n"))
        let importer = NDJSONImporter(store: store, batchLines: 1)
        let task = Task {
            _ = try await importer.run(LineSource(path: path)) { summary in
                if summary.lines == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.head() == 2)
    }

    @Test("errors of the store are rethrown")
    func storeFails() async throws {
        await store.close()
        await #expect(throws: EventStoreError.self) { _ = try await run([line(1)]) }
    }
}
