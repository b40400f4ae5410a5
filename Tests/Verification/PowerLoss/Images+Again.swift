import CDiskRecorder
import DiskTracing
import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Power that is lost a second time, while a store recovers from the first loss and goes on.
extension Images {
    /// The files that a power loss has left.
    struct Left: Sendable {
        let moment: Int
        let files: [String]
        let image: [[UInt8]?]
        let known: Workload.Known
    }

    /// The commits that each task adds, so that the journal is in use again.
    private static let commitsAgain = 4

    /// The number of images behind the recovery.
    private static let imagesAgain = 24

    /// The number of moments of each kind behind which the power is lost again; none in a small sample, because each
    /// takes some hundred images.
    static func continued(_ images: Int) -> Int { images < 30 ? 0 : max(2, images / 800) }

    /// Whether that many wanted images include second losses.
    static func losesAgain(of count: Int) -> Bool { continued(count / 2 / JournalMode.allCases.count) > 0 }

    /// Records how the work goes on, and audits what another power loss could leave of it.
    ///
    /// - Parameters:
    ///   - left: What the first loss has left.
    ///   - tally: Counts the images.
    /// - Throws: Errors of files.
    func loseAgain(_ left: Left, _ tally: Tally) async throws {
        let path = folder + "/again"
        try write(left.image, left.files, to: path)
        var run = self
        run.momentName = "going on from moment \(left.moment), moment"
        let last = left.known.acknowledged.keys.map(\.number).max() ?? 0
        run.workload.commitsPerTask = min(workload.commitsPerTask, last + Self.commitsAgain)
        let log = Workload.AnswerLog()
        log.change {
            $0.acknowledged = left.known.acknowledged
            $0.answeredUpTo = left.known.answeredUpTo
            $0.backup = left.known
        }
        disk_recorder_begin(path, 1, disk_fault())
        disk_recorder_slow_down()
        workload.journal.applyToRecorder()
        var loss: String?
        do {
            let failures = try await run.workload.run(in: path, durability, collecting: log).failures
            if let failure = failures.first { loss = "\(failure)" }
        } catch {
            loss = "\(error)"
        }
        let trace = DiskTrace.recorded()
        try FileManager.default.removeItem(atPath: path)
        await tally.countAgain(loss: loss.map { "\(run.momentName) 0: \($0)" })
        guard loss == nil else { return }
        let files = trace.files + left.files.filter { !trace.files.contains($0) }
        let beginning = Left(
            moment: 0, files: files, image: files.map { left.files.firstIndex(of: $0).flatMap { left.image[$0] } },
            known: left.known)
        // All moments of recovery, and some of those after it.
        let first = trace.entries.firstIndex { if case .mark = $0 { true } else { false } } ?? trace.entries.count
        let moments = Self.moments(of: trace)
        let plan = Self.plan(moments.filter { $0 >= first }, of: trace, images: Self.imagesAgain)
            .merging(moments.filter { $0 < first }.map { ($0, 0) }) { $1 }
        _ = try await run.audit(trace, log.all, from: beginning, at: plan, tally)
    }
}
