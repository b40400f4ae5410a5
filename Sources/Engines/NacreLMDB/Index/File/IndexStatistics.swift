import LMDB
import Nacre

/// What the index consists of at one moment.
struct IndexStatistics: Sendable {
    /// Up to where the log is indexed.
    let checkpoint: Checkpoint
    /// Runs that a lookup reads, by kind.
    let runs: [TermKind: Int]
    /// Postings, by kind.
    let entries: [TermKind: UInt64]
    /// Segments of the runs.
    let segments: UInt64
    /// Segments that merges under way have written.
    let mergedSegments: UInt64
    /// Runs whose segments are still to be deleted.
    let garbageRuns: Int
    /// Whether something is to be merged or deleted.
    let isMerging: Bool
    /// How many events a second batches are taken in with, as far as known at the last one; 0 before the first.
    let eventsPerSecond: UInt32
    /// Bytes up to the end of the last page in use.
    let usedBytes: Int
}

extension IndexFile {
    /// Counts what the index consists of.
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
