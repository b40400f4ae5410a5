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

/// A call that fails in a run of the workload, and what the run has told then.
struct FaultRun: Codable {
    /// How the disk fails.
    enum Kind: String, Codable, CaseIterable {
        case inputOutput
        case noSpace
        /// A write stores half of its bytes; a sync or a truncation fails.
        case half
        /// It is done, and reported as failed all the same.
        case late
        /// A sync fails, and what it was to write is gone from the file at once.
        case dropped
        /// The same, but gone only when the file is closed; a write of a meta page is lost in this way too.
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
        /// One alone.
        case one
        /// It and all behind it.
        case lasting
        /// It and all behind it, on other files than the log.
        case lastingOfDerived
    }

    let kind: Kind
    /// The ordinal of the first call that fails.
    let call: UInt64
    let reach: Reach

    /// Whether the store is opened again where appends have stopped, and goes on: on what is there then, not on what
    /// was.
    private var isResumed: Bool { reach == .one && (kind == .dropped || kind == .droppedLater) }

    /// The folder of the store.
    var path = ""
    var calls: UInt64 = 0
    var faults: UInt64 = 0
    var logFaults: UInt64 = 0
    /// Pages whose content was dropped from the system's memory.
    var droppedPages: UInt64 = 0
    /// Why the store could not be opened, where it could not; nothing may have been appended by then.
    var refusal: String?
    /// What reading showed amiss after the failure.
    var loss: String?
    var known = Workload.Known()
    var backup: Workload.Known?
    var failures: [Workload.Failure] = []

    static let workload = Workload(tasks: 4, commitsPerTask: 12, dataBytes: 100)

    /// How long a run may take: far more than it does, on a busy machine too.
    private static let secondsAtMost: UInt32 = 120

    /// Runs the workload with the fault; ends the process where the run does not end.
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
        let told = Workload.Told()
        do {
            try await Self.workload.run(in: path, .full, isResumed: isResumed, telling: told)
        } catch let error as EventStoreError {
            refusal = "\(error)"
        } catch let error as Loss {
            loss = error.description
        }
        disk_recorder_end()
        // What was acknowledged stays so, however the run has ended.
        known = Workload.Known(told.all)
        backup = told.all.backup
        failures = told.all.allFailures
        calls = disk_recorder_calls()
        faults = disk_recorder_faults()
        logFaults = disk_recorder_log_faults()
        droppedPages = disk_recorder_dropped()
    }

    /// Audits what the run has left, in another process.
    func audit() async throws {
        if let loss { throw Loss(loss) }
        for failure in failures {
            guard failure.isUnknown != nil else { throw Loss("\(failure) does not tell the outcome") }
        }
        // An index that has lost what it was to sync is rebuilt; while the disk keeps failing that, appends may be refused.
        let needsIndex = droppedPages > 0 && reach != .one
        if logFaults == 0, let failure = failures.first(where: { $0.isUnknown != false || !needsIndex }) {
            throw Loss("an append failed, and no call on the log did: \(failure)")
        }
        // Where the work went on, what had failed was appended again.
        let absent = Set(failures.filter { $0.isUnknown == false }.map(\.commit)).subtracting(known.acknowledged.keys)
        try await StoreAudit(workload: Self.workload, known: known, absent: absent).run(in: path)
        try expectNoRefusal()
        if isResumed, refusal == nil,
            known.acknowledged.count < Self.workload.tasks * Self.workload.commitsPerTask
        {
            throw Loss("the work did not go on: \(known.acknowledged.count) commits are acknowledged")
        }
        if refusal == nil {
            guard let backup else { throw Loss("no backup was taken") }
            try await StoreAudit(workload: Self.workload, known: backup, absent: absent)
                .run(in: Workload.backup(of: path))
        }
        // What failed is appended again under the same ids, and is there once.
        let unanswered = Set(failures.map(\.commit)).subtracting(known.acknowledged.keys)
        try await Continuation(workload: Self.workload, known: known, unanswered: Array(unanswered)).run(in: path)
    }

    /// The disk may keep a store from being made; one that was appended to can be opened again, as no more than one call
    /// fails in a run that does that.
    private func expectNoRefusal() throws {
        guard let refusal else { return }
        guard faults > 0 else { throw Loss("the store cannot be opened, and no call failed: \(refusal)") }
        guard known.acknowledged.isEmpty, failures.isEmpty else {
            throw Loss(
                "the store cannot be opened again: \(refusal); \(known.acknowledged.count) commits are acknowledged")
        }
    }

    /// Removes what the run has left.
    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
        if backup != nil { try FileManager.default.removeItem(atPath: Workload.backup(of: path)) }
    }
}
