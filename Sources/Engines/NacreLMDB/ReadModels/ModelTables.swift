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

    private typealias Layout = ViewsLayout.Tables

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
        Layout.fixedBytes + (state?.halt?.reason.utf8.count ?? 0) + (state?.definition?.bytes.count ?? 0)
    }

    /// Encodes the tables.
    func store(in bytes: UnsafeMutableRawBufferPointer) {
        unsafe bytes.store(generation, at: Layout.generationOffset)
        unsafe bytes.store(rows, at: Layout.rowsOffset)
        guard let state else { return }
        unsafe bytes.store(
            Flag.hasState | (state.halt == nil ? 0 : Flag.isHalted)
                | (state.definition == nil ? 0 : Flag.hasDefinition), at: Layout.flagsOffset)
        unsafe bytes.store(Int64(state.schemaVersion), at: Layout.schemaVersionOffset)
        unsafe state.checkpoint.store(at: Layout.checkpointOffset, in: bytes)
        var end = Layout.fixedBytes
        if let halt = state.halt {
            unsafe bytes.store(halt.position, at: Layout.haltPositionOffset)
            unsafe bytes.store(halt.since.nanosecondsSince1970, at: Layout.haltTimeOffset)
            unsafe bytes.store(halt.since.decimals, at: Layout.haltDecimalsOffset)
            let reason = [UInt8](halt.reason.utf8)
            unsafe bytes.store(UInt16(reason.count), at: Layout.reasonLengthOffset)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: reason)
            end += reason.count
        }
        if let definition = state.definition {
            unsafe bytes.store(UInt32(definition.bytes.count), at: Layout.definitionLengthOffset)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: definition.bytes)
        }
    }

    /// More rows than fit any file.
    private static let maxRows: UInt64 = 1 << 48

    /// Decodes tables from bytes whose checksum was verified.
    ///
    /// - Returns: The tables; `nil` if there are too few bytes, or values are out of range.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Layout.fixedBytes else { return nil }
        generation = unsafe bytes.integer(at: Layout.generationOffset)
        rows = unsafe bytes.integer(at: Layout.rowsOffset)
        guard generation > 0, rows <= Self.maxRows else { return nil }
        let flags = unsafe bytes[Layout.flagsOffset]
        guard flags & Flag.hasState != 0 else { return }
        var end = Layout.fixedBytes
        var halt: ProjectionHalt?
        if flags & Flag.isHalted != 0 {
            unsafe end += Int(bytes.integer(at: Layout.reasonLengthOffset, as: UInt16.self))
            guard end <= bytes.count else { return nil }
            // Strict decoding: repaired text would have another length than the one counted here.
            guard let reason = unsafe String(validating: bytes.part(from: Layout.fixedBytes, to: end), as: UTF8.self),
                reason.utf8.count <= ProjectionHalt.reasonBytes,
                unsafe (1...LogFormat.maxPosition).contains(bytes.integer(at: Layout.haltPositionOffset))
            else { return nil }
            halt = unsafe ProjectionHalt(
                position: bytes.integer(at: Layout.haltPositionOffset), reason: reason,
                since: Instant(
                    nanosecondsSince1970: bytes.integer(at: Layout.haltTimeOffset),
                    decimals: bytes[Layout.haltDecimalsOffset]))
        }
        let checkpoint = unsafe Checkpoint(at: Layout.checkpointOffset, in: bytes)
        guard checkpoint.position <= LogFormat.maxPosition else { return nil }
        var definition: ProjectionDefinition?
        if flags & Flag.hasDefinition != 0 {
            let count = unsafe Int(bytes.integer(at: Layout.definitionLengthOffset, as: UInt32.self))
            guard count <= bytes.count - end else { return nil }
            definition = unsafe ProjectionDefinition(bytes: [UInt8](bytes.part(from: end, to: end + count)))
        }
        state = unsafe ReadModelState(
            schemaVersion: Int(bytes.integer(at: Layout.schemaVersionOffset, as: Int64.self)),
            checkpoint: checkpoint, halt: halt, definition: definition)
    }
}
