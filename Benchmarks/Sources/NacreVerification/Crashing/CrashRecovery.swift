import Foundation
import Nacre

/// The first opening after a kill, up to the first acknowledged append, and the log's contents after it.
struct CrashRecovery: Sendable {
    let engine: any BenchmarkEngine
    let plan: CrashPlan

    /// The second reading of the log.
    let audit: SliceAudit

    /// The time limit for opening and appending, and for reading, in seconds; after it, the store counts as hanging.
    var patience = Deadline.patience

    /// The check that fails if the store cannot be used again.
    static let openingCheck = "the store opens after a kill and accepts an append"

    /// The findings after a kill.
    struct Findings: Sendable {
        /// From the start of opening to the answer to the first append, in nanoseconds; `nil` if there was none.
        var nanoseconds: UInt64?

        var report: AuditReport
        var ledger: CrashLedger
        var inFlight: Int
        var found: Int
    }

    /// Opens the store, which must not be open, appends once, closes it, and audits its contents.
    ///
    /// A store that cannot be opened or read is a finding too.
    func run(_ folder: URL, _ ledger: CrashLedger) async -> Findings {
        var ledger = ledger
        var nanoseconds: UInt64?
        var failure: String?
        var hangs = false
        do {
            nanoseconds = try await recover(folder, &ledger)
        } catch {
            failure = "\(error)"
            hangs = error is TimeoutError
        }
        let auditor = SharedAuditor(CrashAuditor(plan: plan, ledger: ledger))
        var readFailure: String?
        var faults: [String] = []
        do {
            // A second opening in this process would hang too.
            if hangs { throw HarnessError("the opening before it hangs") }
            faults = try await withTimeout(seconds: patience, message: "the store was not read") { [engine] in
                try await engine.readBack(folder) { auditor.observe($0) }
                return try await engine.faults(in: folder)
            }
        } catch {
            readFailure = "\(error)"
        }
        let audited = auditor.finish()
        // If the log could not be read to its end, missing events cannot be determined.
        var report = readFailure == nil ? audited.report : AuditReport()
        report.add(Self.openingCheck, passed: failure == nil, detail: failure ?? "")
        report.add("the whole log can be read after reopening", passed: readFailure == nil, detail: readFailure ?? "")
        report.add("the engine itself finds no fault", faults: faults)
        if readFailure == nil { await audit.addSecondReading(of: folder, auditor.contents, to: &report) }
        return Findings(
            nanoseconds: nanoseconds, report: report, ledger: audited.ledger, inFlight: audited.inFlight,
            found: audited.found)
    }

    /// The outcome of the first append after a kill.
    private struct FirstAppend: Sendable {
        var nanoseconds: UInt64
        var answer: AppendAnswer

        /// The error of closing the store afterwards.
        var closing: (any Error)?
    }

    private func recover(_ folder: URL, _ ledger: inout CrashLedger) async throws -> UInt64 {
        let number = ledger.next[plan.recoverer]
        let commit = plan.commit(of: plan.recoverer, number: number, heads: ledger.heads)
        let first = try await withTimeout(seconds: patience, message: "the store accepted no append") { [self] in
            try await append(commit, to: folder)
        }
        try ledger.take(first.answer, to: number, of: plan.recoverer)
        if let error = first.closing { throw error }
        return first.nanoseconds
    }

    private func append(_ commit: Commit, to folder: URL) async throws -> FirstAppend {
        let start = monotonicNanoseconds()
        let session = try await engine.open(folder)
        var first: FirstAppend
        do {
            let result = try await session.append(commit)
            let nanoseconds = monotonicNanoseconds() - start
            first = FirstAppend(
                nanoseconds: nanoseconds, answer: try AppendAnswer(result, streams: commit.expectations.count))
        } catch {
            // The first error is the cause; an error of closing would hide it.
            try? await session.close()
            throw error
        }
        do {
            try await session.close()
        } catch {
            first.closing = error
        }
        return first
    }
}
