import Foundation
import Nacre

/// The first opening after a kill: until the store has acknowledged an append again, and what the log then holds.
struct CrashRecovery: Sendable {
    let engine: any BenchmarkEngine
    let plan: CrashPlan

    /// Reads the log a second time.
    let audit: SliceAudit

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

    /// Opens the store, appends once, closes it, and audits all that it holds.
    ///
    /// - Parameters:
    ///   - folder: The store, which nobody has open.
    ///   - ledger: What must be in it.
    /// - Returns: What was found; a store that cannot be opened or read is a finding too.
    func run(_ folder: URL, _ ledger: CrashLedger) async -> Findings {
        var ledger = ledger
        var nanoseconds: UInt64?
        var failure: String?
        do {
            nanoseconds = try await recover(folder, &ledger)
        } catch {
            failure = "\(error)"
        }
        let auditor = SharedAuditor(CrashAuditor(plan: plan, ledger: ledger))
        var readFailure: String?
        var faults: [String] = []
        do {
            try await engine.readBack(folder) { auditor.observe($0) }
            faults = try await engine.faults(in: folder)
        } catch {
            readFailure = "\(error)"
        }
        let audited = auditor.finish()
        var report = audited.report
        report.add(Self.openingCheck, passed: failure == nil, detail: failure ?? "")
        report.add("a fresh opening reads the whole log", passed: readFailure == nil, detail: readFailure ?? "")
        report.add(
            "the engine itself finds no fault", passed: faults.isEmpty,
            detail: "\(faults.count) faults, first: \(faults.first ?? "")")
        if readFailure == nil { await audit.addSecondReading(of: folder, auditor.contents, to: &report) }
        return Findings(
            nanoseconds: nanoseconds, report: report, ledger: audited.ledger, inFlight: audited.inFlight,
            found: audited.found)
    }

    private func recover(_ folder: URL, _ ledger: inout CrashLedger) async throws -> UInt64 {
        let number = ledger.next[plan.recoverer]
        let commit = plan.commit(of: plan.recoverer, number: number, heads: ledger.heads)
        let start = monotonicNanoseconds()
        let session = try await engine.open(folder)
        do {
            let result = try await session.append(commit)
            let nanoseconds = monotonicNanoseconds() - start
            try ledger.take(
                AppendAnswer(result, streams: commit.expectations.count), to: number, of: plan.recoverer)
            try await session.close()
            return nanoseconds
        } catch {
            // The first error says what went wrong; one of the closing would only hide it.
            try? await session.close()
            throw error
        }
    }
}
