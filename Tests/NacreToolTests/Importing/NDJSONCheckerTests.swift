import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Checking NDJSON before an import", .fewAtOnce)
struct NDJSONCheckerTests {
    private let folder: TemporaryFolder
    private let store = InMemoryEventStore()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func check(_ lines: [String], in store: (any EventStore)?, batchLines: Int = 1000) async throws
        -> ImportSummary
    {
        let path = try folder.file(lines.joined(separator: "\n"))
        return try await NDJSONChecker(store: store, batchLines: batchLines).run(LineSource(path: path))
    }

    private func line(_ number: Int, data: String? = nil) -> String {
        #"{"id":"\#(EventID(high: 1, low: UInt64(number)))","stream":"s","type":"T","data":\#(data ?? String(number))}"#
    }

    @Test("a check reports what an import would do, and writes nothing", arguments: [1, 2, 1000])
    func counts(_ batchLines: Int) async throws {
        let recorded = try folder.file(line(2), named: "recorded")
        _ = try await NDJSONImporter(store: store).run(LineSource(path: recorded))
        let summary = try await check([line(1), line(2), line(3), line(1)], in: store, batchLines: batchLines)
        #expect(summary.lines == 4)
        #expect(summary.imported == 2)
        #expect(summary.skipped == 2)
        #expect(summary.lastPosition == nil)
        #expect(try await store.head() == 1)
    }

    @Test("without a store, lines are checked only against each other")
    func withoutStore() async throws {
        let summary = try await check([line(1), line(2), line(1)], in: nil, batchLines: 1)
        #expect(summary.imported == 2)
        #expect(summary.skipped == 1)
    }

    @Test("a bad line is reported with its number")
    func badLine() async throws {
        let error = await #expect(throws: ImportError.self) { try await check([line(1), "{}"], in: nil) }
        #expect(error?.code == .badLine)
        #expect(error?.line == 2)
    }

    @Test("ids are checked against each other, across batches too", arguments: [1, 1000])
    func ids(_ batchLines: Int) async throws {
        let error = await #expect(throws: ImportError.self) {
            try await check([line(1), line(2), line(1, data: "0")], in: nil, batchLines: batchLines)
        }
        #expect(error?.code == .idTaken)
        #expect(error?.line == 3)
        #expect(error?.message.contains("is taken by line 1,") == true)
    }

    @Test("ids are checked against the store")
    func recordedOtherwise() async throws {
        let recorded = try folder.file(line(2), named: "recorded")
        _ = try await NDJSONImporter(store: store).run(LineSource(path: recorded))
        let error = await #expect(throws: ImportError.self) {
            try await check([line(1), line(2, data: "0")], in: store)
        }
        #expect(error?.code == .idTaken)
        #expect(error?.line == 2)
    }
}
