internal import Nacre
internal import NacreLMDB

/// An entry as a store writes it into a replicated log.
struct LogEntry: Sendable {
    // REP-04: An entry names its store, its group and its part, and carries blocks as the engine encodes them.

    /// What an entry is.
    enum Kind: UInt8 {
        /// The first entry: the header of the store, and where its log begins.
        case identity = 1
        /// Blocks of a group of commits, or a part of them.
        case commits = 2
    }

    /// The layout of an entry; offsets and sizes in bytes, integers little-endian.
    enum Layout {
        static let magicOffset = 0
        static let versionOffset = 4
        static let kindOffset = 5
        static let reservedOffset = 6
        static let storeOffset = 8
        static let groupOffset = 24
        static let nodeOffset = 40
        static let partOffset = 56
        static let partCountOffset = 60
        static let positionOffset = 64
        static let fingerprintOffset = 72
        static let byteCountOffset = 80
        /// The checksum of the fields before it and of the payload.
        static let checksumOffset = 88
        static let payloadOffset = 96
    }

    static let magic: UInt32 = 0x4552_434E  // "NCRE"
    static let version: UInt8 = 1

    let kind: Kind
    let storeID: StoreID
    /// The id of the group, which all its parts share.
    let group: EventID
    /// The node that appended it.
    let node: EventID
    /// The number of the part, from 0.
    let part: Int
    let partCount: Int
    /// The end of the store's log that the group continues.
    let before: Checkpoint
    let payload: ArraySlice<UInt8>

    var isLast: Bool { part + 1 == partCount }

    init(
        _ kind: Kind, group: EventID, node: EventID, part: Int = 0, of partCount: Int = 1, before: Checkpoint,
        payload: ArraySlice<UInt8>
    ) {
        self.kind = kind
        storeID = before.storeID
        self.group = group
        self.node = node
        self.part = part
        self.partCount = partCount
        self.before = before
        self.payload = payload
    }

    /// The encoded entry.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Layout.payloadOffset + payload.count)
        bytes.append(integer: Self.magic)
        bytes.append(Self.version)
        bytes.append(kind.rawValue)
        bytes.append(integer: UInt16(0))
        bytes.append(storeID.uuid)
        bytes.append(group)
        bytes.append(node)
        bytes.append(integer: UInt32(part))
        bytes.append(integer: UInt32(partCount))
        bytes.append(integer: before.position)
        bytes.append(integer: before.fingerprint)
        bytes.append(integer: UInt64(payload.count))
        bytes.append(integer: EntryChecksum.of(payload, seed: EntryChecksum.of(bytes[...])))
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// Decodes an entry.
    ///
    /// - Parameter entry: The entry as it stands in the log.
    /// - Throws: `foreignContent` if it is none, is damaged, or is of a newer program.
    init(_ entry: SequencedEntry) throws(ReplicatedLogError) {
        let bytes = entry.bytes
        guard bytes.count >= Layout.payloadOffset,
            bytes.integer(at: Layout.magicOffset, as: UInt32.self) == Self.magic
        else { throw .foreignEntry(entry.sequence, "is not one of a Nacre store") }
        let version = bytes[Layout.versionOffset]
        guard version <= Self.version else {
            throw .foreignEntry(
                entry.sequence, "has format \(version), and this program reads formats up to \(Self.version)")
        }
        let payload = bytes[Layout.payloadOffset...]
        let checksum = EntryChecksum.of(payload, seed: EntryChecksum.of(bytes[..<Layout.checksumOffset]))
        let part = bytes.integer(at: Layout.partOffset, as: UInt32.self)
        let partCount = bytes.integer(at: Layout.partCountOffset, as: UInt32.self)
        guard version == Self.version, checksum == bytes.integer(at: Layout.checksumOffset),
            bytes.integer(at: Layout.byteCountOffset, as: UInt64.self) == UInt64(payload.count),
            let kind = Kind(rawValue: bytes[Layout.kindOffset]), part < partCount
        else { throw .foreignEntry(entry.sequence, "is damaged: its checksum or its header does not fit") }
        self.kind = kind
        storeID = StoreID(bytes.id(at: Layout.storeOffset))
        group = bytes.id(at: Layout.groupOffset)
        node = bytes.id(at: Layout.nodeOffset)
        self.part = Int(part)
        self.partCount = Int(partCount)
        before = Checkpoint(
            storeID: storeID, position: bytes.integer(at: Layout.positionOffset),
            fingerprint: bytes.integer(at: Layout.fingerprintOffset))
        self.payload = payload
    }
}

extension LogEntry {
    /// The entries of a group: one, or as many consecutive parts as the log's limit requires.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - node: The node.
    ///   - limit: The largest entry that the log takes, in bytes.
    /// - Returns: The parts, which have the same new group id.
    static func parts(of group: OrderedGroup, by node: EventID, limit: Int) -> [LogEntry] {
        // REP-05: A group that is larger than an entry may be goes in consecutive parts, which count when all are there.
        let id = EventID.random()
        let size = max(1, limit - Layout.payloadOffset)
        let count = max(1, (group.blocks.count + size - 1) / size)
        return (0..<count).map { part in
            let start = part * size
            return LogEntry(
                .commits, group: id, node: node, part: part, of: count, before: group.before,
                payload: group.blocks[start..<min(start + size, group.blocks.count)])
        }
    }

    /// Whether two entries are the same part of the same group.
    func isSamePart(as other: LogEntry) -> Bool { group == other.group && part == other.part }
}

extension ReplicatedLogError {
    static func foreignEntry(_ sequence: LogSequence, _ what: String) -> ReplicatedLogError {
        ReplicatedLogError(
            .foreignContent,
            """
            entry \(sequence) of the log \(what): give each store a prefix of its own in the log, run the same version \
            on all nodes, or restore the log
            """)
    }
}
