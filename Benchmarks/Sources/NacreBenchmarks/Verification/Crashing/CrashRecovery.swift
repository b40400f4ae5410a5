import Foundation
import Nacre

/// The first opening after a kill: until the store has acknowledged an append again, and what the log then holds.
struct CrashRecovery: Sendable {
    let engine: any BenchmarkEngine
    let plan: CrashPlan

    /// Reads the log a second time.
    let audit: SliceAudit

    /// How long the store may take to open and append, or to be read, in seconds: longer, and it hangs.
    var patience = Deadline.patience

    /// The check that fails where the store cannot be used again.
    static let openingCheck = "a store that was killed opens and takes an append"

    /// What was found.
    struct Findings: Sendable {
        /// From the call of the opening to the answer to the first append, in nanoseconds; `nil` where it came to
        /// nothing.
        var nanoseconds: UInt64?

        var report: AuditReport
        var ledger: CrashLedger
        var inFlight: Int
        var found: Int
    }

    /// Opens the store, which nobody has open, appends once, closes it, and audits all that it holds; one that cannot
    /// be opened or read is a finding too.
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
            // Whoever opened it a second time in this process would hang too.
            if hangs { throw HarnessError("the opening before it hangs") }
            faults = try await within(seconds: patience, orElse: "the store was not read") { [engine] in
                try await engine.readBack(folder) { auditor.observe($0) }
                return try await engine.faults(in: folder)
            }
        } catch {
            readFailure = "\(error)"
        }
        let audited = auditor.finish()
        // Of a log that could not be read to its end, nobody can say what is not in it.
        var report = readFailure == nil ? audited.report : AuditReport()
        report.add(Self.openingCheck, passed: failure == nil, detail: failure ?? "")
        report.add("a fresh opening reads the whole log", passed: readFailure == nil, detail: readFailure ?? "")
        report.add("the engine itself finds no fault", faults: faults)
        if readFailure == nil { await audit.addSecondReading(of: folder, auditor.contents, to: &report) }
        return Findings(
            nanoseconds: nanoseconds, report: report, ledger: audited.ledger, inFlight: audited.inFlight,
            found: audited.found)
    }

    /// What the first append after a kill came to.
    private struct FirstAppend: Sendable {
        var nanoseconds: UInt64
        var answer: AppendAnswer

        /// What closing the store behind it threw.
        var closing: (any Error)?
    }

    private func recover(_ folder: URL, _ ledger: inout CrashLedger) async throws -> UInt64 {
        let number = ledger.next[plan.recoverer]
        let commit = plan.commit(of: plan.recoverer, number: number, heads: ledger.heads)
        let first = try await within(seconds: patience, orElse: "the store did not open and take an append") { [self] in
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
            // The first error says what went wrong; one of the closing would only hide it.
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
