import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct AcknowledgementJournalTests {
    private let answer = CrashAnswer(first: 5, last: 8, versions: [2, 3])

    private func bytes(_ write: (AcknowledgementJournal) throws -> Void) async throws -> [UInt8] {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("journal").path
            try write(AcknowledgementJournal(creating: path))
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    @Test func `what was noted is read back`() async throws {
        let bytes = try await bytes { journal in
            try journal.invoke(0)
            try journal.acknowledge(0, answer)
            try journal.invoke(1)
        }
        let contents = AcknowledgementJournal.contents(of: bytes)
        #expect(contents.acknowledged == [.init(commit: 0, answer: answer)])
        #expect(contents.inFlight == 1)
        #expect(contents.tornBytes == 0)
    }

    @Test func `wherever the last acknowledgement is torn, its commit is in flight`() async throws {
        let bytes = try await bytes { journal in
            try journal.invoke(7)
            try journal.acknowledge(7, answer)
        }
        let invocation = 3 * 8
        for count in invocation..<bytes.count {
            let contents = AcknowledgementJournal.contents(of: Array(bytes[..<count]))
            #expect(contents.acknowledged.isEmpty && contents.inFlight == 7, "\(count) bytes")
            #expect(contents.tornBytes == count - invocation)
        }
    }

    @Test func `a record that is not what was written is not believed`() async throws {
        var bytes = try await bytes { try $0.invoke(7) }
        bytes[8] ^= 1
        #expect(AcknowledgementJournal.contents(of: bytes).inFlight == nil)
    }

    @Test func `a journal that was never made holds nothing`() throws {
        #expect(try AcknowledgementJournal.read("/nowhere/journal") == AcknowledgementJournal.Contents())
    }

    @Test func `a ledger refuses a journal that leaves a commit out`() {
        var ledger = CrashLedger(writers: 1)
        #expect(throws: HarnessError.self) { try ledger.take(.init(inFlight: 1), of: 0) }
    }
}
