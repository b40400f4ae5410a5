import DomainKit
import Nacre

/// A commit encoded on the caller's thread as the log will store it, without what only the writer knows.
///
/// The writer fills in versions, the name indices in the block, and generated ids. A class: request, queue, writer and
/// caller share one reference instead of one for each part.
final class PreparedCommit: Sendable {
    // APP-02: Callers encode their records, and the writer fills in what only it knows.

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

    /// The end of a record in `bytes` and of its tags in `tagHashes`, and the indices of its stream and type.
    struct Record: Sendable {
        let end: Int
        let tagsEnd: Int32
        let stream: Int32
        let type: Int32
    }

    /// The encoded records, concatenated.
    let bytes: [UInt8]
    let records: NonEmptyList<Record>
    /// The written streams in order of first use, then the checked ones.
    let streams: NonEmptyList<Stream>
    let types: NonEmptyList<TypeName>
    /// The number of `streams` that the commit writes.
    let writtenStreams: Int
    /// The hashes of the records' tags, concatenated.
    let tagHashes: [UInt64]
    /// The hashes of each record's context; empty if no record has one.
    let contexts: [ContextHashes]
    /// The caller's ids, if given.
    let ids: [EventID]

    init(
        bytes: [UInt8], records: NonEmptyList<Record>, streams: NonEmptyList<Stream>, types: NonEmptyList<TypeName>,
        writtenStreams: Int, tagHashes: [UInt64], contexts: [ContextHashes], ids: [EventID]
    ) {
        self.bytes = bytes
        self.records = records
        self.streams = streams
        self.types = types
        self.writtenStreams = writtenStreams
        self.tagHashes = tagHashes
        self.contexts = contexts
        self.ids = ids
    }

    /// The offset of a record in `bytes`.
    @inline(__always)
    func start(of record: Int) -> Int {
        record == 0 ? 0 : records[record - 1].end
    }

    /// The hashes of a record's tags.
    @inline(__always)
    func tags(of record: Int) -> ArraySlice<UInt64> {
        tagHashes[(record == 0 ? 0 : Int(records[record - 1].tagsEnd))..<Int(records[record].tagsEnd)]
    }

    /// The hashes of a record's context.
    @inline(__always)
    func context(of record: Int) -> ContextHashes { contexts.isEmpty ? ContextHashes() : contexts[record] }
}

/// A stream's name with the hashes of name and category that the index uses.
struct StreamKey: Hashable, Sendable {
    let name: StreamName
    let hash: UInt64
    let categoryHash: UInt64

    init(_ name: StreamName) {
        var text = name.text
        (hash, categoryHash) = text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return unsafe (Checksum.of(bytes), Checksum.of(bytes.category))
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
