import DomainKit
import Nacre

/// A commit made ready on the caller's thread: every record laid out as the log will hold it, but for what only the
/// writer knows (versions, the indices of names in the block, ids that the store makes).
///
/// A class, because a request, the queue, the writer and the caller share it: one reference instead of one for each part.
final class PreparedCommit: Sendable {
    /// A stream that the commit writes or checks.
    struct Stream: Sendable {
        let key: StreamKey
        var expectation = Expectation.any
        var isChecked = false
    }

    /// A type that the commit uses.
    struct TypeName: Sendable {
        let type: EventType
        let hash: UInt64

        init(_ type: EventType) {
            self.type = type
            hash = Checksum.of(type.text)
        }
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
    let records: NonEmptyList<Record>
    /// The streams: those that it writes, in the order in which it names them first, then those that it checks.
    let streams: NonEmptyList<Stream>
    let types: NonEmptyList<TypeName>
    /// How many of `streams` are written.
    let writtenStreams: Int
    /// The hashes of all records' tags, one behind the other.
    let tagHashes: [UInt64]
    /// The ids, where the caller gave them.
    let ids: [EventID]

    init(
        bytes: [UInt8], records: NonEmptyList<Record>, streams: NonEmptyList<Stream>, types: NonEmptyList<TypeName>,
        writtenStreams: Int, tagHashes: [UInt64], ids: [EventID]
    ) {
        self.bytes = bytes
        self.records = records
        self.streams = streams
        self.types = types
        self.writtenStreams = writtenStreams
        self.tagHashes = tagHashes
        self.ids = ids
    }

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
