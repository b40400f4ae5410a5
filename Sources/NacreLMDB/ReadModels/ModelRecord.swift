import Nacre

/// What stands under the name of a model: which rows are its own, and what it has applied.
struct ModelRecord: Hashable {
    /// The number in the keys of its rows.
    var generation: UInt32

    /// What it has applied; `nil` where it is new.
    var state: ReadModelState?

    /// How many rows it has.
    var rows: UInt64 = 0

    private static let bytes = 64

    init(generation: UInt32) {
        self.generation = generation
    }

    /// The record's bytes, of which the last are the checksum of the others and the key.
    func encoded(under key: [UInt8]) -> [UInt8] {
        var encoded = [UInt8](repeating: 0, count: Self.bytes)
        encoded.withUnsafeMutableBytes { bytes in
            bytes.store(generation, at: 0)
            bytes.store(rows, at: 48)
            if let state {
                bytes.store(1 as UInt8, at: 4)
                bytes.store(Int64(state.schemaVersion), at: 8)
                state.checkpoint.storeID.uuid.store(at: 16, in: bytes)
                bytes.store(state.checkpoint.position, at: 32)
                bytes.store(state.checkpoint.fingerprint, at: 40)
            }
            let covered = UnsafeRawBufferPointer(bytes).part(from: 0, to: Self.bytes - 8)
            let checksum = key.withUnsafeBytes { ViewsFormat.checksum($0, covered) }
            bytes.store(checksum, at: Self.bytes - 8)
        }
        return encoded
    }

    /// Reads a record.
    init(_ bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer) throws(EventStoreError) {
        guard let record = ModelRecord(undamaged: bytes, under: key) else {
            let name = String(decoding: key.dropFirst(), as: UTF8.self)
            throw .damagedReadModel("the record of model \(quoted(name)) does not have the checksum that it says")
        }
        self = record
    }

    /// Reads a record; `nil` where it is damaged.
    init?(undamaged bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer) {
        guard bytes.count == Self.bytes,
            ViewsFormat.checksum(key, bytes.part(from: 0, to: Self.bytes - 8)) == bytes.integer(at: Self.bytes - 8)
        else { return nil }
        generation = bytes.integer(at: 0)
        rows = bytes.integer(at: 48)
        guard bytes[4] == 1 else { return }
        state = ReadModelState(
            schemaVersion: Int(bytes.integer(at: 8, as: Int64.self)),
            checkpoint: Checkpoint(
                storeID: StoreID(EventID(at: 16, in: bytes)), position: bytes.integer(at: 32),
                fingerprint: bytes.integer(at: 40)))
    }
}
