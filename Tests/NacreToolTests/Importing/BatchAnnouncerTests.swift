import Foundation
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Announcing batches")
struct BatchAnnouncerTests {
    private let meter = ProgressMeter("importing", on: nil)

    private func summary(lines: Int, imported: Int, position: UInt64?) -> ImportSummary {
        ImportSummary(lines: lines, imported: imported, lastPosition: position, bytes: 0)
    }

    @Test("each batch is a line, flushed at once")
    func lines() throws {
        let captured = try CapturedOutput()
        var announcer = BatchAnnouncer(
            to: StandardOutput(descriptor: captured.descriptor), meter: meter, size: nil)
        announcer.announce(summary(lines: 1000, imported: 990, position: 990))
        #expect(try captured.text() == "batch 1: 990 events, 990 in total, position 990\n")
        announcer.announce(summary(lines: 1500, imported: 1490, position: 1490))
        #expect(try captured.text().hasSuffix("batch 2: 500 events, 1490 in total, position 1490\n"))
    }

    @Test("a batch that is already recorded is announced too")
    func recorded() throws {
        let captured = try CapturedOutput()
        var announcer = BatchAnnouncer(
            to: StandardOutput(descriptor: captured.descriptor), meter: meter, size: 0)
        announcer.announce(summary(lines: 1000, imported: 0, position: nil))
        #expect(try captured.text() == "batch 1: 0 events, 0 in total\n")
    }

    @Test("if a line cannot be written, the import continues and the error is kept")
    func failure() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        var announcer = BatchAnnouncer(
            to: StandardOutput(descriptor: full.fileDescriptor), meter: meter, size: nil)
        announcer.announce(summary(lines: 1, imported: 1, position: 1))
        announcer.announce(summary(lines: 2, imported: 2, position: 2))
        #expect(announcer.failure?.code == .inputOutput)
    }
}
