import Foundation
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct AcknowledgementJournalTests {
    private let answer = AppendAnswer(first: 5, last: 8, versions: [2, 3])

    private static func mark(_ commit: UInt64) -> CrashMark {
        CrashMark(writer: 3, index: 0, count: 4, commit: commit)
    }

    private func bytes(_ write: (AcknowledgementJournal) throws -> Void) async throws -> [UInt8] {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("journal")
            try write(AcknowledgementJournal(creating: file))
            return [UInt8](try Data(contentsOf: file))
        }
    }

    private func contents(of bytes: [UInt8]) throws -> JournalContents<CrashMark> {
        try JournalContents(of: bytes, in: "a journal")
    }

    @Test func `journal records are read back`() async throws {
        let bytes = try await bytes { journal in
            try journal.invoke(Self.mark(0))
            try journal.acknowledge(Self.mark(0), answer)
            try journal.invoke(Self.mark(1))
            #expect(journal.acknowledged == 1)
        }
        let contents = try contents(of: bytes)
        #expect(contents.acknowledged == [.init(mark: Self.mark(0), answer: answer)])
        #expect(contents.inFlight == [Self.mark(1)])
        #expect(contents.tornBytes == 0)
    }

    @Test func `a journal of many writers has each unanswered call in flight`() async throws {
        let marks = (0..<3).map { EventMark(writer: $0, stream: 9 - $0, sequence: 40) }
        let bytes = try await bytes { journal in
            for mark in marks { try journal.invoke(mark) }
            try journal.acknowledge(marks[1], answer)
        }
        let contents = try JournalContents<EventMark>(of: bytes, in: "a journal")
        #expect(contents.acknowledged == [.init(mark: marks[1], answer: answer)])
        #expect(contents.inFlight == [marks[0], marks[2]])
    }

    @Test func `a torn last acknowledgement leaves its commit in flight`() async throws {
        let bytes = try await bytes { journal in
            try journal.invoke(Self.mark(7))
            try journal.acknowledge(Self.mark(7), answer)
        }
        let invocation = 4 * 8
        for count in invocation..<bytes.count {
            let contents = try contents(of: Array(bytes[..<count]))
            #expect(contents.acknowledged.isEmpty && contents.inFlight == [Self.mark(7)], "\(count) bytes")
            #expect(contents.tornBytes == count - invocation)
        }
    }

    @Test func `a record with any changed byte is rejected`()
        async throws
    {
        let whole = try await bytes { journal in
            try journal.acknowledge(Self.mark(7), answer)
            try journal.acknowledge(Self.mark(8), answer)
        }
        let second = whole.count / 2
        for index in second..<whole.count {
            var bytes = whole
            bytes[index] ^= 0x40
            let contents = try? contents(of: bytes)
            #expect(contents.map(\.acknowledged.count) ?? 1 == 1, "byte \(index)")
            #expect(contents == nil || contents?.tornBytes == whole.count - second, "byte \(index)")
        }
    }

    @Test func `damage differs from a torn end, and its place is reported`() async throws {
        var bytes = try await bytes { journal in
            try journal.invoke(Self.mark(7))
            try journal.acknowledge(Self.mark(7), answer)
            try journal.invoke(Self.mark(8))
        }
        bytes[4 * 8 + 24] ^= 1
        let error = #expect(throws: HarnessError.self) { try contents(of: bytes) }
        #expect(error?.kind == .badInput)
        #expect(error?.message.contains("a journal is damaged: the record at byte 32") == true)
    }

    @Test func `a missing journal is empty`() throws {
        #expect(try JournalContents<CrashMark>(reading: URL(fileURLWithPath: "/nowhere/journal")) == JournalContents())
    }

    @Test func `an existing or impossible journal is an error`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("journal")
            _ = try AcknowledgementJournal(creating: file)
            for file in [file, folder.appendingPathComponent("none/journal")] {
                let error = #expect(throws: HarnessError.self) { try AcknowledgementJournal(creating: file) }
                #expect(error?.kind == .cannotCreate)
            }
        }
    }

    @Test func `writers that share a journal each find their answers whole`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("journal")
            let journal = try AcknowledgementJournal(creating: file)
            await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 as Range<UInt32> {
                    group.addTask {
                        for sequence in 0..<100 as Range<UInt64> {
                            let mark = EventMark(writer: writer, stream: 0, sequence: sequence)
                            try journal.acknowledge(mark, answer)
                        }
                    }
                }
            }
            let contents = try JournalContents<EventMark>(reading: file)
            #expect(journal.acknowledged == 800)
            for writer in 0..<8 as Range<UInt32> {
                let own = contents.acknowledged.filter { $0.mark.writer == writer }
                #expect(own.map(\.mark.sequence) == Array(0..<100))
            }
        }
    }

    @Test func `a ledger refuses a journal with a missing commit`() {
        var ledger = CrashLedger(writers: 1)
        #expect(throws: HarnessError.self) { try ledger.take(.init(inFlight: [Self.mark(1)]), of: 0) }
    }
}
