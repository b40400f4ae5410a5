import DomainKit
import Nacre

/// One set of tables of a model: the generation of its rows, and what it has applied.
struct ModelTables: Hashable {
    /// The generation number in the keys of its rows.
    var generation: UInt32

    /// What it has applied; `nil` if it is new.
    var state: ReadModelState?

    /// The number of rows.
    var rows: UInt64 = 0

    private static let fixedBytes = 80

    private enum Flag {
        static let hasState: UInt8 = 1
        static let isHalted: UInt8 = 2
        static let hasDefinition: UInt8 = 4
    }

    init(generation: UInt32) {
        self.generation = generation
    }

    /// The encoded size in the record.
    var bytes: Int {
        Self.fixedBytes + (state?.halt?.reason.utf8.count ?? 0) + (state?.definition?.bytes.count ?? 0)
    }

    /// Encodes the tables.
    func store(in bytes: UnsafeMutableRawBufferPointer) {
        bytes.store(generation, at: 0)
        bytes.store(rows, at: 48)
        guard let state else { return }
        bytes.store(
            Flag.hasState | (state.halt == nil ? 0 : Flag.isHalted)
                | (state.definition == nil ? 0 : Flag.hasDefinition), at: 4)
        bytes.store(Int64(state.schemaVersion), at: 8)
        state.checkpoint.storeID.uuid.store(at: 16, in: bytes)
        bytes.store(state.checkpoint.position, at: 32)
        bytes.store(state.checkpoint.fingerprint, at: 40)
        var end = Self.fixedBytes
        if let halt = state.halt {
            bytes.store(halt.position, at: 56)
            bytes.store(halt.since.nanosecondsSince1970, at: 64)
            bytes.store(halt.since.decimals, at: 72)
            let reason = [UInt8](halt.reason.utf8)
            bytes.store(UInt16(reason.count), at: 74)
            UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: reason)
            end += reason.count
        }
        if let definition = state.definition {
            bytes.store(UInt32(definition.bytes.count), at: 76)
            UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: definition.bytes)
        }
    }

    /// More rows than fit any file.
    private static let greatestRows: UInt64 = 1 << 48

    /// Decodes tables from bytes whose checksum was verified.
    ///
    /// - Returns: The tables; `nil` if there are too few bytes, or values are out of range.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.fixedBytes else { return nil }
        generation = bytes.integer(at: 0)
        rows = bytes.integer(at: 48)
        guard generation > 0, rows <= Self.greatestRows else { return nil }
        let flags = bytes[4]
        guard flags & Flag.hasState != 0 else { return }
        var end = Self.fixedBytes
        var halt: ProjectionHalt?
        if flags & Flag.isHalted != 0 {
            end += Int(bytes.integer(at: 74, as: UInt16.self))
            guard end <= bytes.count else { return nil }
            // Strict decoding: repaired text would have another length than the one counted here.
            guard let reason = String(validating: bytes.part(from: Self.fixedBytes, to: end), as: UTF8.self),
                reason.utf8.count <= ProjectionHalt.reasonBytes,
                (1...LogFormat.maxPosition).contains(bytes.integer(at: 56))
            else { return nil }
            halt = ProjectionHalt(
                position: bytes.integer(at: 56), reason: reason,
                since: Instant(nanosecondsSince1970: bytes.integer(at: 64), decimals: bytes[72]))
        }
        guard bytes.integer(at: 32, as: Position.self) <= LogFormat.maxPosition else { return nil }
        var definition: ProjectionDefinition?
        if flags & Flag.hasDefinition != 0 {
            let count = Int(bytes.integer(at: 76, as: UInt32.self))
            guard count <= bytes.count - end else { return nil }
            definition = ProjectionDefinition(bytes: [UInt8](bytes.part(from: end, to: end + count)))
        }
        state = ReadModelState(
            schemaVersion: Int(bytes.integer(at: 8, as: Int64.self)),
            checkpoint: Checkpoint(
                storeID: StoreID(EventID(at: 16, in: bytes)), position: bytes.integer(at: 32),
                fingerprint: bytes.integer(at: 40)),
            halt: halt, definition: definition)
    }
}
