import Foundation
import Testing

@testable import NacreLoad

@Suite struct RecordFileTests {
    private func sample() async -> [WriterRecord] {
        var failed = WriterRecord(eventsPerAcknowledgement: 3)
        failed.eventsInFlight = 3
        failed.refusals = 2
        failed.repeats = 4
        failed.failure = "writer 7: the disk is gone — für immer"
        failed.failures = [.init(moment: 7, kind: "conflict"), .init(moment: 9, kind: "disk")]
        var readBack = WriterRecord(eventsPerAcknowledgement: 1)
        readBack.acknowledgements = [.init(firstPosition: 3, place: nil)]
        let observed = await ConcurrentLoad.run(
            SampleRun.load, within: SliceBudget(seconds: nil, events: 20, isObserved: true), on: RecordingTarget())
        return await SampleRun().records + observed.records
            + [failed, readBack, WriterRecord(eventsPerAcknowledgement: 1)]
    }

    @Test func `writers' records are read from a file as written`() async throws {
        let records = await sample()
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("records")
            try RecordFile.write(records, to: file)
            #expect(try RecordFile.read(file) == records)
        }
    }

    @Test func `a truncated file is refused`() async throws {
        let records = Array(await sample().suffix(3))
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("records")
            try RecordFile.write(records, to: file)
            let whole = try Data(contentsOf: file)
            for length in 0..<whole.count {
                try whole.prefix(length).write(to: file)
                #expect(throws: HarnessError.self) { try RecordFile.read(file) }
            }
        }
    }

    @Test func `a file with a damaged word is read or refused, without a crash`() async throws {
        let records = Array(await sample().suffix(3))
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("records")
            try RecordFile.write(records, to: file)
            let whole = try Data(contentsOf: file)
            var refused = 0
            for start in stride(from: 0, to: whole.count, by: 8) {
                for byte in [0xFF, 0x7F] as [UInt8] {
                    var damaged = whole
                    for offset in 0..<8 { damaged[start + offset] = offset == 7 ? byte : 0xFF }
                    try damaged.write(to: file)
                    do {
                        _ = try RecordFile.read(file)
                    } catch is HarnessError {
                        refused += 1
                    }
                }
            }
            // Positions, versions, latencies and moments may be any number; all else is refused.
            #expect(refused > whole.count / 8)
        }
    }

    @Test func `answers without as many latencies are refused`() async throws {
        var record = WriterRecord(eventsPerAcknowledgement: 1)
        record.acknowledgements = [.init(firstPosition: 1, place: nil), .init(firstPosition: 2, place: nil)]
        record.latencies = [5]
        try await withTemporaryFolder { [record] folder in
            let file = folder.appendingPathComponent("records")
            try RecordFile.write([record], to: file)
            #expect(throws: HarnessError.self) { try RecordFile.read(file) }
        }
    }
}
