import CDiskRecorder
import DiskTracing
import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A run of the workload in which a call fails, and its answers.
struct FaultRun: Codable {
    /// How the disk fails.
    enum Kind: String, Codable, CaseIterable {
        case inputOutput
        case noSpace
        /// A write stores half of its bytes; a sync or a truncation fails.
        case half
        /// The call is executed, and reported as failed.
        case late
        /// A sync fails, and the unsynced bytes are lost from the file at once.
        case dropped
        /// The same, but lost only when the file is closed; also for writes of meta pages.
        case droppedLater

        var error: Int32 { self == .noSpace ? ENOSPC : EIO }

        var manner: disk_manner {
            switch self {
            case .inputOutput, .noSpace: DISK_MANNER_NOTHING
            case .half: DISK_MANNER_HALF
            case .late: DISK_MANNER_LATE
            case .dropped: DISK_MANNER_DROP
            case .droppedLater: DISK_MANNER_DROP_LATER
            }
        }
    }

    /// Which calls fail.
    enum Reach: String, Codable, CaseIterable {
        /// Only that call.
        case one
        /// That call and all later ones.
        case lasting
        /// That call and all later ones, on files other than the log and its journal.
        case lastingOfDerived
    }

    let kind: Kind
    /// The ordinal of the first call that fails.
    let call: UInt64
    let reach: Reach
    let journal: JournalMode

    /// Whether the store is reopened when appends have stopped, and continues with what is on the disk then, not with
    /// what was in memory.
    private var isResumed: Bool { reach == .one && (kind == .dropped || kind == .droppedLater) }

    /// The folder of the store.
    var path = ""
    var calls: UInt64 = 0
    var faults: UInt64 = 0
    var logFaults: UInt64 = 0
    /// The number of pages dropped from the page cache.
    var droppedPages: UInt64 = 0
    /// The number of groups written to the journal.
    var frames = 0
    /// The number of frames that the audit has recovered.
    var recoveredFrames = 0
    /// Why the store could not be opened, if it could not; nothing may have been appended by then.
    var refusal: String?
    /// The faults found by reading after the failure.
    var loss: String?
    var known = Workload.Known()
    var backup: Workload.Known?
    var failures: [Workload.Failure] = []

    private var workload: Workload {
        var workload = Workload(tasks: 4, commitsPerTask: 12, dataBytes: 100)
        workload.journal = journal
        return workload
    }

    /// The time limit of a run, far above its duration on a busy machine.
    private static let secondsAtMost: UInt32 = 120

    /// Runs the workload with the fault; ends the process if the run hangs.
    mutating func run(in path: String) async throws {
        alarm(Self.secondsAtMost)
        defer { alarm(0) }
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        disk_recorder_begin(
            path, 0,
            disk_fault(
                reach: reach == .lastingOfDerived ? DISK_REACH_DERIVED : DISK_REACH_ALL, first: call,
                pattern: reach == .one ? 1 : .max, manner: kind.manner, error: kind.error))
        journal.applyToRecorder()
        let log = Workload.AnswerLog()
        do {
            try await workload.run(in: path, .full, isResumed: isResumed, collecting: log)
        } catch let error as EventStoreError {
            refusal = "\(error)"
        } catch let error as Loss {
            loss = error.description
        }
        disk_recorder_end()
        // Acknowledged commits count, however the run has ended.
        known = Workload.Known(log.all)
        backup = log.all.backup
        failures = log.all.allFailures
        calls = disk_recorder_calls()
        faults = disk_recorder_faults()
        frames = log.all.journal.frames
        logFaults = disk_recorder_log_faults()
        droppedPages = disk_recorder_dropped()
    }

    /// Audits the store of the run in another process.
    mutating func audit() async throws {
        if let loss { throw Loss(loss) }
        for failure in failures {
            guard failure.isUnknown != nil else { throw Loss("\(failure) has no outcome") }
        }
        // An index that has lost unsynced bytes is rebuilt; while the disk keeps failing, appends may be refused.
        let needsIndex = droppedPages > 0 && reach != .one
        if logFaults == 0, let failure = failures.first(where: { $0.isUnknown != false || !needsIndex }) {
            throw Loss("an append failed without a failed call on the log: \(failure)")
        }
        // If the run continued, failed appends were repeated.
        let absent = Set(failures.filter { $0.isUnknown == false }.map(\.commit)).subtracting(known.acknowledged.keys)
        let audit = StoreAudit(workload: workload, known: known, absent: absent)
        try await audit.run(in: path)
        recoveredFrames = audit.recovered?.frames ?? 0
        try expectNoRefusal()
        if isResumed, refusal == nil,
            known.acknowledged.count < workload.tasks * workload.commitsPerTask
        {
            throw Loss("the work did not continue: \(known.acknowledged.count) commits are acknowledged")
        }
        if refusal == nil {
            guard let backup else { throw Loss("no backup was taken") }
            try await StoreAudit(workload: workload, known: backup, absent: absent)
                .run(in: Workload.backup(of: path))
        }
        // Failed appends are repeated with the same ids, and must exist once.
        let unanswered = Set(failures.map(\.commit)).subtracting(known.acknowledged.keys)
        try await Continuation(workload: workload, known: known, unanswered: Array(unanswered)).run(in: path)
    }

    /// The disk may prevent the creation of a store; a store with appends can be opened again, because at most one call
    /// fails in such a run.
    private func expectNoRefusal() throws {
        guard let refusal else { return }
        guard faults > 0 else { throw Loss("the store cannot be opened without a failed call: \(refusal)") }
        guard known.acknowledged.isEmpty, failures.isEmpty else {
            throw Loss(
                "the store cannot be opened again: \(refusal); \(known.acknowledged.count) commits are acknowledged")
        }
    }

    /// Removes the files of the run.
    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
        if backup != nil { try FileManager.default.removeItem(atPath: Workload.backup(of: path)) }
    }
}
