import Nacre

/// The value at position 0: the store's id and format.
struct StoreHeader {
    static let byteCount = 40
    private static let magic: UInt32 = 0x5352_434E  // "NCRS"

    let format: UInt16
    let id: StoreID
    let createdAt: Int64
    let checksum: UInt64

    /// Creates the header of a new store.
    init(id: StoreID, createdAt: Int64) {
        format = LogFormat.version
        self.id = id
        self.createdAt = createdAt
        checksum = Self.encode(format: LogFormat.version, id: id, createdAt: createdAt).withUnsafeBytes {
            $0.integer(at: 32)
        }
    }

    /// Decodes the header of a log.
    ///
    /// - Throws: `notAStore`, `newerFormat` or `damaged`, checked in this order.
    init(_ value: UnsafeRawBufferPointer, path: String) throws(EventStoreError) {
        guard value.count >= 8, value.integer(at: 0, as: UInt32.self) == Self.magic else {
            throw EventStoreError(
                .notAStore, "\(path) is not the log of a Nacre store: position 0 holds no store header")
        }
        format = value.integer(at: 4)
        guard format <= LogFormat.version else {
            throw EventStoreError(
                .newerFormat,
                "\(path) has format \(format), this program knows formats up to \(LogFormat.version): use a newer one")
        }
        guard format > 0, value.count == Self.byteCount,
            value.integer(at: 32, as: UInt64.self) == Checksum.of(value.part(from: 0, to: 32))
        else {
            throw EventStoreError(
                .damaged, "\(path): the store's header is damaged: restore the store from a backup", position: 0)
        }
        id = StoreID(EventID(at: 8, in: value))
        createdAt = value.integer(at: 24)
        checksum = value.integer(at: 32)
    }

    /// The encoded header.
    var encoded: [UInt8] { Self.encode(format: format, id: id, createdAt: createdAt) }

    private static func encode(format: UInt16, id: StoreID, createdAt: Int64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        bytes.withUnsafeMutableBytes { buffer in
            buffer.store(magic, at: 0)
            buffer.store(format, at: 4)
            id.uuid.store(at: 8, in: buffer)
            buffer.store(createdAt, at: 24)
            buffer.store(Checksum.of(UnsafeRawBufferPointer(buffer).part(from: 0, to: 32)), at: 32)
        }
        return bytes
    }
}
