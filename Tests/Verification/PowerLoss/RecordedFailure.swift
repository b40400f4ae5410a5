import CDiskRecorder
import DiskTracing

/// How the disk fails while a run is recorded.
struct RecordedFailure: Sendable {
    /// Which call is the first that can fail.
    enum First: Sendable {
        /// A write of a meta page of the log: it is done, and reported as failed.
        case metaPage
        /// A sync of a file.
        case sync(of: String)
    }

    let first: First
    /// Which calls on the same file fail from the first on, the lowest bit first.
    let pattern: UInt64

    /// What is tried, each in a run of its own, and each at another part of it.
    ///
    /// Behind a failed commit, the log's next calls are: after a meta page LMDB's attempt to write the old number back;
    /// the sync of the store that is opened again; the writes and the sync of both meta pages. Most harm can come where
    /// neither the attempt nor the first sync succeed, so that is tried most often.
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

    /// Whether it stops appends.
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

    /// How many calls of a run could be the first.
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
