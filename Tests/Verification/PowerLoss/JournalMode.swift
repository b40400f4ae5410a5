import CDiskRecorder
import Nacre
import NacreLMDB

/// How a recorded store uses its commit journal.
enum JournalMode: String, Codable, CaseIterable, Sendable {
    /// Not at all: each group is a transaction of LMDB.
    case unused
    /// Past the page cache: a frame is durable when its write returns.
    case direct
    /// On a file system without `O_DIRECT`: a sync follows the write of each frame.
    case buffered

    /// Makes the recorder behave like the file system, once it has begun.
    func applyToRecorder() {
        if self == .buffered { disk_recorder_refuse_direct() }
    }

    /// A policy with which a short run has many uses of the journal, drains, large groups, and a ring that wraps.
    var policy: JournalPolicy {
        var policy = JournalPolicy()
        policy.busyTime = 0
        // A lone caller writes its frame itself, also while the recorder makes the disk slow.
        policy.pausesWhileBuilding = false
        policy.aloneWriteTime = .max
        policy.resumptionLimit = .max
        // A journal that could not be built is tried again after 60 of them.
        policy.busyPeriod = 500_000
        policy.idleTime = 30_000_000
        policy.lookInterval = 2_000_000
        policy.retryInterval = 5_000_000
        policy.drainInterval = 8_000_000
        policy.drainBytes = 6 << 10
        policy.commitBytes = 4 << 10
        policy.pendingBytes = 64 << 10
        policy.directBytes = 40 << 10
        policy.fileBytes = 64 << 10
        return policy
    }
}

/// What the journal did in a run.
struct JournalUses: Codable, Sendable {
    var uses = 0
    /// How often its use ended because another opening waited.
    var handOvers = 0
    var frames = 0
    var drains = 0
    /// How often the frames went on at the beginning of the ring.
    var wraps = 0

    static func += (sum: inout JournalUses, other: JournalUses) {
        sum.uses += other.uses
        sum.handOvers += other.handOvers
        sum.frames += other.frames
        sum.drains += other.drains
        sum.wraps += other.wraps
    }

    /// What the run lacks; empty if it has everything once.
    var missing: [String] {
        [("use", uses), ("hand-over", handOvers), ("frame", frames), ("drain", drains), ("wrapped ring", wraps)]
            .filter { $0.1 == 0 }.map(\.0)
    }
}

extension JournalUses {
    init(_ statistics: StoreStatistics.Journal) {
        uses = statistics.uses
        handOvers = statistics.handOvers
        frames = statistics.groups
        drains = statistics.drains
    }
}
