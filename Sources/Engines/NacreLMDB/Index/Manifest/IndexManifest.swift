import Nacre

/// The table of contents of the index: a single value, rewritten in every transaction.
///
/// The runs of a kind are in ascending order of positions, without overlap, and with levels that do not rise.
struct IndexManifest: Hashable, Sendable {
    /// The id of the log, and the position up to which it is indexed.
    var checkpoint: Checkpoint
    /// The id of the next run.
    private(set) var nextRunID: UInt64
    /// The runs that lookups read.
    private(set) var runs: [IndexRun]
    /// The unfinished merges.
    private(set) var merges: [IndexMerge]
    /// Runs that were merged into others and whose segments are still to be deleted.
    private(set) var garbage: [UInt64]
    /// The indexing rate stored with the last batch, in events a second; 0 before the first.
    var eventsPerSecond: UInt32

    /// The manifest of an empty index.
    init(of store: StoreID) {
        checkpoint = Checkpoint(storeID: store, position: 0, fingerprint: 0)
        nextRunID = 1
        runs = []
        merges = []
        garbage = []
        eventsPerSecond = 0
    }

    init(
        checkpoint: Checkpoint, nextRunID: UInt64, runs: [IndexRun], merges: [IndexMerge], garbage: [UInt64],
        eventsPerSecond: UInt32
    ) {
        self.checkpoint = checkpoint
        self.nextRunID = nextRunID
        self.runs = runs
        self.merges = merges
        self.garbage = garbage
        self.eventsPerSecond = eventsPerSecond
    }

    /// Whether merges or deletions are pending or possible.
    var hasWork: Bool { !garbage.isEmpty || !merges.isEmpty || mergeable() != nil }

    /// Takes the id of a new run, greater than all earlier ones.
    mutating func takeRunID() -> UInt64 {
        defer { nextRunID += 1 }
        return nextRunID
    }

    /// Adds a run after all others of its kind.
    mutating func add(_ run: IndexRun) {
        runs.append(run)
    }

    /// Removes a run from the list of runs to be deleted.
    mutating func removeGarbage(_ run: UInt64) {
        garbage.removeAll { $0 == run }
    }
}

extension IndexManifest {
    /// The merge to work on, started if necessary: that of the lowest level.
    ///
    /// It is the smallest, and reduces the number of runs most quickly. `nil` if there is none.
    mutating func nextMerge() -> Int? {
        let begun = merges.indices.min { merges[$0].output.run.level < merges[$1].output.run.level }
        guard let sources = mergeable(), let oldest = sources.first, let newest = sources.last else { return begun }
        if let begun, merges[begun].output.run.level <= oldest.level + 1 { return begun }
        let run = IndexRun(
            id: takeRunID(), kind: oldest.kind, level: oldest.level + 1,
            positions: oldest.firstPosition...newest.lastPosition,
            maxHashes: sources.reduce(0) { $0 + $1.hashes })
        merges.append(IndexMerge(sources: sources.map(\.id), output: RunWriter(run)))
        return merges.count - 1
    }

    /// Records the progress of a merge.
    mutating func update(_ merge: Int, output: RunWriter) {
        merges[merge].output = output
    }

    /// Replaces the sources of a merge by its output; their segments become garbage.
    mutating func complete(_ merge: Int) {
        let merge = merges.remove(at: merge)
        guard let place = runs.firstIndex(where: { $0.id == merge.sources.first }) else { return }
        runs[place] = merge.output.run
        runs.removeAll { merge.sources.contains($0.id) }
        garbage += merge.sources
    }

    /// The source runs of a merge.
    func sources(of merge: IndexMerge) -> [IndexRun] {
        runs.filter { merge.sources.contains($0.id) }
    }

    /// The oldest runs of the lowest level that has enough of them and is not being merged.
    private func mergeable() -> [IndexRun]? {
        var found: [IndexRun]?
        for kind in TermKind.allCases {
            let levels = Set(runs.lazy.filter { $0.kind == kind }.map(\.level))
            for level in levels where level < found?.first?.level ?? .max {
                let candidates = runs.filter { $0.kind == kind && $0.level == level }
                let isMerging = merges.contains { $0.output.run.kind == kind && $0.output.run.level == level + 1 }
                if !isMerging, candidates.count >= IndexFormat.fanIn {
                    found = Array(candidates.prefix(IndexFormat.fanIn))
                }
            }
        }
        return found
    }
}
