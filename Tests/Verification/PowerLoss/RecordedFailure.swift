import CDiskRecorder
import DiskTracing

/// How the disk fails while a run is recorded.
struct RecordedFailure: Sendable {
    /// The first call that can fail.
    enum First: Sendable {
        /// A write of a meta page of the log, which is executed and reported as failed.
        case metaPage
        /// A sync of a file.
        case sync(of: String)
        /// A write of the journal in use, which is executed and reported as failed.
        case frame
        /// The rename of the built journal, which is executed and reported as failed.
        case rename
    }

    let first: First
    /// The calls on the same file that fail from the first one on, lowest bit first.
    let pattern: UInt64
    var journal = JournalMode.unused

    /// The failures that are tried, each in its own run and in another part of it.
    ///
    /// After a failed commit, the log's next calls are: after a meta page, LMDB's attempt to restore the old number;
    /// the sync of the reopened store; the writes and the sync of both meta pages. The worst case is that neither the
    /// attempt nor the first sync succeed, so that is tried most often.
    static let all = [
        RecordedFailure(first: .sync(of: "index.mdb"), pattern: 0b1),
        RecordedFailure(first: .sync(of: "views.mdb"), pattern: 0b1),
        RecordedFailure(first: .metaPage, pattern: 0b111),
        RecordedFailure(first: .sync(of: "log.mdb"), pattern: 0b1),
        RecordedFailure(first: .metaPage, pattern: 0b1),
        RecordedFailure(first: .metaPage, pattern: 0b101),
        RecordedFailure(first: .sync(of: "index.mdb"), pattern: 0b11),
        RecordedFailure(first: .metaPage, pattern: 0b111),
        RecordedFailure(first: .sync(of: "log.mdb"), pattern: 0b11),
        RecordedFailure(first: .metaPage, pattern: 0b11),
        RecordedFailure(first: .metaPage, pattern: 0b100_0111),
        RecordedFailure(first: .sync(of: "views.mdb"), pattern: 0b11),
        RecordedFailure(first: .metaPage, pattern: 0b101),
        RecordedFailure(first: .sync(of: "log.mdb"), pattern: 0b1_0001),
        RecordedFailure(first: .metaPage, pattern: 0b111),
        RecordedFailure(first: .metaPage, pattern: 0b10_0001),
        // With the journal, the log fails while it takes in what is pending; the reopened store recovers the journal.
        RecordedFailure(first: .rename, pattern: 0b1, journal: .direct),
        RecordedFailure(first: .frame, pattern: 0b1, journal: .direct),
        RecordedFailure(first: .metaPage, pattern: 0b111, journal: .direct),
        RecordedFailure(first: .sync(of: "log.mdb"), pattern: 0b1, journal: .direct),
        RecordedFailure(first: .frame, pattern: 0b11, journal: .direct),
        RecordedFailure(first: .sync(of: "journal"), pattern: 0b1, journal: .buffered),
        RecordedFailure(first: .metaPage, pattern: 0b1, journal: .buffered),
        RecordedFailure(first: .frame, pattern: 0b101, journal: .buffered),
    ]

    /// Whether the failure stops appends.
    var isOfLog: Bool {
        switch first {
        case .metaPage, .frame: true
        case .sync(let name): name == "log.mdb" || name == "journal"
        case .rename: false
        }
    }

    var reach: disk_reach {
        switch first {
        case .metaPage: DISK_REACH_META_PAGES
        case .frame: DISK_REACH_JOURNAL_WRITES
        case .rename: DISK_REACH_RENAMES
        case .sync("index.mdb"): DISK_REACH_INDEX_SYNCS
        case .sync("views.mdb"): DISK_REACH_VIEWS_SYNCS
        case .sync("journal"): DISK_REACH_JOURNAL_SYNCS
        case .sync: DISK_REACH_LOG_SYNCS
        }
    }

    /// The number of calls in a run that could be the first to fail.
    func candidates(in trace: DiskTrace) -> Int {
        trace.entries.count { entry in
            switch (first, entry) {
            case (.metaPage, .write(let file, _, _, isDurable: true)): trace.files[file] == "log.mdb"
            case (.frame, .write(let file, _, _, _)): trace.files[file] == "journal"
            case (.rename, .rename): true
            case (.sync(let name), .syncEnd(let file, _)): trace.files[file] == name
            default: false
            }
        }
    }
}
