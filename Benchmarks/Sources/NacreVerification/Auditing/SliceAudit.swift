package import Foundation
import Synchronization

/// Audits the store that a slice left.
///
/// The audit reopens the store and reads it with the engine, and with a second reader that is implemented from the
/// format's description alone.
package struct SliceAudit: Sendable {
    /// The reader that checks logs in Nacre's format, from any writer.
    let secondReader: LMDBCeilingEngine

    package init(secondReader: LMDBCeilingEngine) {
        self.secondReader = secondReader
    }

    /// Reads a store back and checks it against its writers' answers; also returns the log's contents, and the bytes of
    /// data and metadata.
    package func run(
        _ folder: URL, of engine: any BenchmarkEngine, load: AppendLoad, records: [WriterRecord]
    ) async -> (report: AuditReport, contents: LogContents, payloadBytes: UInt64) {
        let isWhole = engine.abilities.contains(.wholeLog)
        var auditor = LogAuditor(load: load, records: records, isWhole: isWhole)
        var failure: String?
        do {
            auditor = try await engine.readBack(folder, into: auditor)
        } catch {
            failure = "\(error)"
        }
        var report = auditor.finish()
        report.add(
            "\(isWhole ? "the whole log" : "what the log keeps") can be read after reopening", passed: failure == nil,
            detail: failure ?? "")
        let contents = auditor.contents
        await addSecondReading(of: folder, contents, to: &report)
        return (report, contents, auditor.payloadBytes)
    }

    /// Reads a log of any contents through its engine, and checks that the second reader finds the same, for Nacre's
    /// format.
    package func addBothReadings(
        of folder: URL, through engine: any BenchmarkEngine, to report: inout AuditReport
    ) async throws {
        let contents = Mutex(LogContents())
        try await engine.readBack(folder) { record in
            contents.withLock { $0.add(record.payload) }
        }
        await addSecondReading(of: folder, contents.withLock(\.self), to: &report)
    }

    /// Reads a log of Nacre's format with the second reader, and compares the result with the first reading.
    func addSecondReading(
        of folder: URL, _ contents: LogContents, to report: inout AuditReport
    ) async {
        guard FileManager.default.fileExists(atPath: LMDBCeilingEngine.log(in: folder)) else { return }
        let name = "a second reader, in C, finds the same events and every checksum right"
        do {
            let found = try await secondReader.replay(folder, by: .scan, seconds: 0).contents
            report.add(
                name, passed: found == [contents],
                detail: "it finds \(found.map(\.events)) events, the first reader \(contents.events)")
        } catch {
            report.add(name, passed: false, detail: "\(error)")
        }
    }
}
