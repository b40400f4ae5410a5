import Foundation
import Nacre

/// One child process: it appends at full speed, and is killed at a random moment.
struct CrashCycle: Sendable {
    /// The outcome of a cycle.
    struct Outcome: Sendable {
        /// How long the child appended before it was killed, in nanoseconds.
        var nanoseconds: UInt64

        var acknowledged: Int

        /// Commits in flight when it was killed.
        var inFlight: Int

        /// Journals whose last record was cut off by the kill.
        var tornJournals: Int

        /// The uses of the store's own journal by the child.
        var journal = JournalUse()

        /// How long the visitor's openings took, in nanoseconds.
        var openings: [UInt64] = []

        var ending: StartedProcess.Ending

        /// The child's own message, if it failed before the kill.
        var failure: String?

        /// Why the kill did not interrupt the child's work; `nil` if it did.
        var miss: String? {
            if !ending.isKill { return "the child \(ending.inWords) before it was killed" }
            if acknowledged == 0 { return "nothing was acknowledged yet" }
            if inFlight == 0 { return "no append was in flight" }
            return nil
        }

        /// A fault of the child, whenever it is killed: it failed, hung, exited by itself, or ended by another signal.
        var fault: String? {
            failure ?? (ending.isKill ? nil : "the child \(ending.inWords)")
        }
    }

    let task: CrashTask

    /// How long the child appends before it is killed, in nanoseconds.
    let delay: UInt64

    /// Whether a second process opens the store for a moment, again and again; it is killed too, every other time
    /// before the child.
    var hasVisitor = false

    /// The time limit for opening the store, in seconds; after it, the child counts as hanging.
    var patience = Deadline.patience

    /// Runs the child, kills it, and adds its writers' journals to the ledger.
    ///
    /// - Throws: ``HarnessError`` if no child can be started, or a journal cannot be read.
    func run(_ ledger: inout CrashLedger) async throws -> Outcome {
        let child = try await ChildProcess("crash-worker", task)
        let opened: WorkerReply?
        do {
            opened = try await child.reply(within: patience)
        } catch let late as TimeoutError {
            opened = WorkerReply(failure: "\(late)")
        } catch {
            _ = await child.end()
            throw error
        }
        let visitor = hasVisitor ? try await ChildProcess("crash-visitor", CrashVisit(of: task, seed: delay)) : nil
        let start = monotonicNanoseconds()
        if opened?.failure == nil { await wait(for: child, until: start + delay) }
        let appended = monotonicNanoseconds() - start
        var visited: StartedProcess.Ending?
        if delay.isMultiple(of: 2) { visited = await visitor?.end() }
        let ending = await child.end()
        if !delay.isMultiple(of: 2) { visited = await visitor?.end() }
        if case .unknown = ending { throw HarnessError("the child \(ending.inWords)") }
        var outcome = Outcome(
            nanoseconds: appended, acknowledged: 0, inFlight: 0, tornJournals: 0, ending: ending,
            failure: opened?.failure)
        if outcome.failure == nil, !ending.isKill { outcome.failure = try await child.reply(within: patience)?.failure }
        if let visitor, let visited, !visited.isKill {
            let failure = try await visitor.reply(within: patience)?.failure
            outcome.failure = outcome.failure ?? "the visitor \(failure ?? visited.inWords)"
        }
        if outcome.failure == nil { outcome.openings = try openings() }
        if let counts = try HandOverNotes.read(task.journalUse).last?.split(separator: " ").compactMap({ Int($0) }) {
            outcome.journal = JournalUse(uses: counts[0], handOvers: counts[1])
        }
        for writer in 0..<task.plan.writers {
            let journal = try JournalContents<CrashMark>(reading: task.journal(of: writer))
            try ledger.take(journal, of: writer)
            outcome.acknowledged += journal.acknowledged.count
            outcome.inFlight += journal.inFlight.count
            outcome.tornJournals += journal.tornBytes > 0 ? 1 : 0
        }
        return outcome
    }

    /// How long the visitor's openings took, in nanoseconds.
    private func openings() throws -> [UInt64] {
        try HandOverNotes.read(task.file("openings")).compactMap { UInt64($0) }
    }

    /// Waits until a moment, or until the child has ended.
    private func wait(for child: ChildProcess, until moment: UInt64) async {
        var now = monotonicNanoseconds()
        while now < moment, child.process.isRunning, !Task.isCancelled {
            // A cancelled sleep ends early: the child is then killed early.
            try? await Task.sleep(nanoseconds: min(moment - now, 20_000_000))
            now = monotonicNanoseconds()
        }
    }
}
