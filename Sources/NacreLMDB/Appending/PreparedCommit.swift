import DomainKit
import Nacre

/// A commit made ready on the caller's thread: every record laid out as the log will hold it, but for what only the
/// writer knows (versions, the indices of names in the block, ids that the store makes).
struct PreparedCommit: Sendable {
    /// A stream that the commit writes or checks.
    struct Stream: Sendable {
        let key: StreamKey
        let expectation: Expectation
        let isChecked: Bool
    }

    /// A type that the commit uses.
    struct TypeName: Sendable {
        let type: EventType
        let hash: UInt64
    }

    /// Where a record lies in `bytes`, and what it names.
    struct Record: Sendable {
        let end: Int
        let stream: Int32
        let type: Int32
    }

    /// The records, one behind the other.
    let bytes: [UInt8]
    let records: [Record]
    /// The streams: those that it writes, in the order in which it names them first, then those that it checks.
    let streams: [Stream]
    let types: [TypeName]
    /// How many of `streams` are written.
    let writtenStreams: Int
    /// The ids, where the caller gave them.
    let ids: [EventID]

    /// The start of a record in `bytes`.
    @inline(__always)
    func start(of record: Int) -> Int {
        record == 0 ? 0 : records[record - 1].end
    }
}

/// A stream's name with the hash under which the index keeps it.
struct StreamKey: Hashable, Sendable {
    let name: StreamName
    let hash: UInt64

    init(_ name: StreamName) {
        self.init(name, hash: Checksum.of(name.text))
    }

    init(_ name: StreamName, hash: UInt64) {
        self.name = name
        self.hash = hash
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
