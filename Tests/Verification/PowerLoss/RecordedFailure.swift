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
    }

    let first: First
    /// The calls on the same file that fail from the first one on, lowest bit first.
    let pattern: UInt64

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
    ]

    /// Whether the failure stops appends.
    var isOfLog: Bool {
        switch first {
        case .metaPage: true
        case .sync(let name): name == "log.mdb"
        }
    }

    var reach: disk_reach {
        switch first {
        case .metaPage: DISK_REACH_DURABLE
        case .sync("index.mdb"): DISK_REACH_INDEX_SYNCS
        case .sync("views.mdb"): DISK_REACH_VIEWS_SYNCS
        case .sync: DISK_REACH_LOG_SYNCS
        }
    }

    /// The number of calls in a run that could be the first to fail.
    func candidates(in trace: DiskTrace) -> Int {
        trace.entries.count { entry in
            switch (first, entry) {
            case (.metaPage, .write(_, _, _, isDurable: true)): true
            case (.sync(let name), .syncEnd(let file, _)): trace.files[file] == name
            default: false
            }
        }
    }
}
