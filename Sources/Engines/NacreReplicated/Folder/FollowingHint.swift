internal import Nacre
internal import NacreLMDB

/// How far a node has followed its log: a hint in the node's folder, with the node's id.
///
/// It saves reading the log from its first entry; nothing depends on it being new, or there.
struct FollowingHint: Hashable, Sendable {
    // REP-09: A node's place in the log is a hint, written rarely, and compared with the local store.

    /// The layout of the file; offsets and sizes in bytes, integers little-endian.
    private enum Layout {
        static let magicOffset = 0
        static let nodeOffset = 8
        static let storeOffset = 24
        static let sequenceOffset = 40
        static let positionOffset = 48
        static let fingerprintOffset = 56
        static let checksumOffset = 64
        static let byteCount = 72
    }

    private static let magic: UInt64 = 0x3150_4552_5243_414E  // "NACRREP1"

    let node: EventID
    /// The last entry that was applied.
    let sequence: LogSequence
    /// The end of the store's log there.
    let end: Checkpoint

    init(node: EventID, sequence: LogSequence, end: Checkpoint) {
        self.node = node
        self.sequence = sequence
        self.end = end
    }

    /// Decodes a hint; `nil` if it is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Layout.byteCount, bytes.integer(at: Layout.magicOffset, as: UInt64.self) == Self.magic,
            bytes.integer(at: Layout.checksumOffset) == EntryChecksum.of(bytes[..<Layout.checksumOffset])
        else { return nil }
        node = bytes.id(at: Layout.nodeOffset)
        sequence = LogSequence(bytes.integer(at: Layout.sequenceOffset))
        end = Checkpoint(
            storeID: StoreID(bytes.id(at: Layout.storeOffset)), position: bytes.integer(at: Layout.positionOffset),
            fingerprint: bytes.integer(at: Layout.fingerprintOffset))
    }

    /// The encoded hint.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: Self.magic)
        bytes.append(node)
        bytes.append(end.storeID.uuid)
        bytes.append(integer: sequence.number)
        bytes.append(integer: end.position)
        bytes.append(integer: end.fingerprint)
        bytes.append(integer: EntryChecksum.of(bytes[...]))
        return bytes
    }
}
