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

    /// Where a record lies in `bytes` and its tags in `tagHashes`, and what it names.
    struct Record: Sendable {
        let end: Int
        let tagsEnd: Int32
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
    /// The hashes of all records' tags, one behind the other.
    let tagHashes: [UInt64]
    /// The ids, where the caller gave them.
    let ids: [EventID]

    /// The start of a record in `bytes`.
    @inline(__always)
    func start(of record: Int) -> Int {
        record == 0 ? 0 : records[record - 1].end
    }

    /// The hashes of a record's tags.
    @inline(__always)
    func tags(of record: Int) -> ArraySlice<UInt64> {
        tagHashes[(record == 0 ? 0 : Int(records[record - 1].tagsEnd))..<Int(records[record].tagsEnd)]
    }
}

/// A stream's name with the hashes under which the index keeps it and its category.
struct StreamKey: Hashable, Sendable {
    let name: StreamName
    let hash: UInt64
    let categoryHash: UInt64

    init(_ name: StreamName) {
        var text = name.text
        (hash, categoryHash) = text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return (Checksum.of(bytes), Checksum.of(bytes.category))
        }
        self.name = name
    }

    init(_ name: StreamName, hash: UInt64) {
        self.name = name
        self.hash = hash
        categoryHash = Checksum.of(name.category)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
