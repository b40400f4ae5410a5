import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct RecordFileTests {
    @Test func `what writers were told comes back from a file as it went in`() async throws {
        var failed = WriterRecord(eventsPerAcknowledgement: 3)
        failed.eventsInFlight = 3
        failed.failure = "writer 7: the disk is gone — für immer"
        let records = await SampleRun().records + [failed, WriterRecord(eventsPerAcknowledgement: 1)]
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("records")
            try RecordFile.write(records, to: file)
            #expect(try RecordFile.read(file) == records)
            try Data(try Data(contentsOf: file).dropLast(8)).write(to: file)
            #expect(throws: HarnessError.self) { try RecordFile.read(file) }
        }
    }
}
