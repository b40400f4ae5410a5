import Nacre

/// The record of a model: its live tables, and the shadow that is being built.
struct ModelRecord: Hashable {
    /// The tables that are read.
    var live: ModelTables

    /// The tables that will replace them; `nil` if there are none.
    var shadow: ModelTables?

    init(live: ModelTables) {
        self.live = live
    }

    /// The generations of its tables.
    var generations: [UInt32] { tables.map(\.generation) }

    /// The live tables, and the shadow if there is one.
    var tables: [ModelTables] { [live] + (shadow.map { [$0] } ?? []) }

    /// The encoded record, which ends with the checksum of the key and the other bytes.
    func encoded(under key: [UInt8]) -> [UInt8] {
        let tables = tables
        let end = tables.reduce(0) { $0 + $1.bytes }
        var encoded = [UInt8](repeating: 0, count: end + ViewsLayout.checksumBytes)
        unsafe encoded.withUnsafeMutableBytes { bytes in
            var offset = 0
            for tables in tables {
                unsafe tables.store(in: UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + tables.bytes]))
                offset += tables.bytes
            }
            let covered = unsafe UnsafeRawBufferPointer(bytes).part(from: 0, to: end)
            let checksum = unsafe key.withUnsafeBytes { unsafe ViewsFormat.checksum($0, covered) }
            unsafe bytes.store(checksum, at: end)
        }
        return encoded
    }

    /// Decodes a record.
    init(_ bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer) throws(EventStoreError) {
        guard let record = unsafe ModelRecord(undamaged: bytes, under: key) else {
            throw unsafe .damagedReadModel(Self.damageReason(under: key))
        }
        self = record
    }

    /// The reason given for a damaged record.
    static func damageReason(under key: UnsafeRawBufferPointer) -> String {
        let name = unsafe ViewsFormat.name(ofModel: key)
        return "the checksum of the record of model \(quoted(name)) does not match"
    }

    /// Decodes a record; `nil` if it is damaged.
    init?(undamaged bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer) {
        let end = bytes.count - ViewsLayout.checksumBytes
        guard end > 0, unsafe ViewsFormat.checksum(key, bytes.part(from: 0, to: end)) == bytes.integer(at: end),
            let live = unsafe ModelTables(bytes.part(from: 0, to: end))
        else { return nil }
        self.live = live
        guard live.bytes < end else { return }
        guard let shadow = unsafe ModelTables(bytes.part(from: live.bytes, to: end)), live.bytes + shadow.bytes == end
        else { return nil }
        self.shadow = shadow
    }
}
