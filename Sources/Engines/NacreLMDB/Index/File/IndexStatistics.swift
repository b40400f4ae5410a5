import LMDB
import Nacre

/// The contents of the index at one moment.
struct IndexStatistics: Sendable {
    /// The position up to which the log is indexed.
    let checkpoint: Checkpoint
    /// The number of runs that a lookup reads, by kind.
    let runs: [TermKind: Int]
    /// The number of postings, by kind.
    let entries: [TermKind: UInt64]
    /// The number of segments in the runs.
    let segments: UInt64
    /// The number of segments written by unfinished merges.
    let mergedSegments: UInt64
    /// The number of runs whose segments are still to be deleted.
    let garbageRuns: Int
    /// Whether merges or deletions are pending.
    let isMerging: Bool
    /// The indexing rate stored with the last batch, in events a second; 0 before the first.
    let eventsPerSecond: UInt32
    /// The bytes up to the end of the last used page.
    let usedBytes: Int
}

extension IndexFile {
    /// Counts the contents of the index.
    func statistics() throws -> IndexStatistics {
        let manifest = try read { $0.manifest }
        let file = try begin { _ in try environment.statistics() }
        return IndexStatistics(
            checkpoint: manifest.checkpoint,
            runs: manifest.runs.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 },
            entries: manifest.runs.reduce(into: [:]) { $0[$1.kind, default: 0] += $1.entries },
            segments: manifest.runs.reduce(0) { $0 + $1.segments },
            mergedSegments: manifest.merges.reduce(0) { $0 + $1.output.run.segments },
            garbageRuns: manifest.garbage.count,
            isMerging: manifest.hasWork,
            eventsPerSecond: manifest.eventsPerSecond,
            usedBytes: file.usedBytes)
    }
}
