import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Batches of an import", .fewAtOnce)
struct ImportBatchTests {
    private func batches(_ lines: [String], batchLines: Int = 1000, batchBytes: Int) throws -> [[Int]] {
        let folder = try TemporaryFolder()
        let source = try LineSource(path: folder.file(lines.joined(separator: "\n")))
        var reader = ImportBatchReader(source, batchLines: batchLines, batchBytes: batchBytes)
        var batches: [[Int]] = []
        while let batch = try reader.next() { batches.append(batch.lineNumbers) }
        return batches
    }

    // Counts 12 bytes against the limit: 1 of stream, 1 of type, 10 of data.
    private func line(_ number: Int) -> String { #"{"stream":"s","type":"T","data":"\#(10_000_000 + number)"}"# }

    @Test("a batch ends before the line that would exceed the bytes of a commit")
    func bytes() throws {
        let lines = (1...7).map(line)
        #expect(try batches(lines, batchBytes: 36) == [[1, 2, 3], [4, 5, 6], [7]])
        #expect(try batches(lines, batchBytes: 35) == [[1, 2], [3, 4], [5, 6], [7]])
        #expect(try batches(lines, batchLines: 2, batchBytes: 36) == [[1, 2], [3, 4], [5, 6], [7]])
    }

    @Test("a single line forms a batch, however large it is")
    func alone() throws {
        #expect(try batches((1...3).map(line), batchBytes: 5) == [[1], [2], [3]])
    }

    @Test("a batch holds exactly as many bytes as a commit may have")
    func limit() throws {
        let data = [UInt8](repeating: 0, count: Limits.dataBytes - 2)
        func entry(_ count: Int) -> Commit.Entry {
            Commit.Entry(stream: "s", event: EventData(type: "T", data: Array(data.prefix(count))))
        }
        var batch = ImportBatch(byteLimit: Limits.commitBytes)
        for id in 1...4 {
            #expect(batch.hasRoom(for: entry(data.count)))
            try batch.add(entry(data.count), id: EventID(high: 0, low: UInt64(id)), line: id)
        }
        #expect(!batch.hasRoom(for: entry(0)))
        #expect(throws: Never.self) { try Commit(entries: batch.entries).validate() }
    }
}
