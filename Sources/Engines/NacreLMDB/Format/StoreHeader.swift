import Nacre

/// The value at position 0: the store's id and format.
struct StoreHeader {
    /// The layout of the header; offsets and sizes in bytes.
    enum Layout {
        static let magicOffset = 0
        static let formatOffset = 4
        static let idOffset = 8
        static let createdAtOffset = 24
        /// The checksum of all fields before it.
        static let checksumOffset = 32
        static let byteCount = 40
    }

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
        checksum = unsafe Self.encode(format: LogFormat.version, id: id, createdAt: createdAt).withUnsafeBytes {
            unsafe $0.integer(at: Layout.checksumOffset)
        }
    }

    /// Decodes the header of a log.
    ///
    /// - Throws: `notAStore`, `newerFormat` or `damaged`, checked in this order.
    init(_ value: UnsafeRawBufferPointer, path: String) throws(EventStoreError) {
        format = try unsafe Self.format(of: value, path: path, upTo: LogFormat.version)
        guard format > 0, value.count == Layout.byteCount,
            unsafe value.integer(at: Layout.checksumOffset, as: UInt64.self)
                == Checksum.of(value.part(from: 0, to: Layout.checksumOffset))
        else { throw .damagedHeader(path) }
        id = unsafe StoreID(EventID(at: Layout.idOffset, in: value))
        createdAt = unsafe value.integer(at: Layout.createdAtOffset)
        checksum = unsafe value.integer(at: Layout.checksumOffset)
    }

    /// The format of the value at position 0.
    ///
    /// It is read before the checksum: a newer format may have another layout.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the log, for messages.
    ///   - newest: The highest format that the caller can decode.
    /// - Returns: The format.
    /// - Throws: `notAStore` or `newerFormat`.
    static func format(
        of value: UnsafeRawBufferPointer, path: String, upTo newest: UInt16
    ) throws(EventStoreError) -> UInt16 {
        guard value.count >= Layout.idOffset,
            unsafe value.integer(at: Layout.magicOffset, as: UInt32.self) == Self.magic
        else {
            throw EventStoreError(
                .notAStore, "\(path) is not the log of a Nacre store: position 0 holds no store header")
        }
        let format = unsafe value.integer(at: Layout.formatOffset, as: UInt16.self)
        guard format <= newest else {
            throw EventStoreError(
                .newerFormat,
                "\(path) has format \(format), but this program supports formats up to \(newest): use a newer program")
        }
        return format
    }

    /// The encoded header.
    var encoded: [UInt8] { Self.encode(format: format, id: id, createdAt: createdAt) }

    private static func encode(format: UInt16, id: StoreID, createdAt: Int64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Layout.byteCount)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.store(magic, at: Layout.magicOffset)
            unsafe buffer.store(format, at: Layout.formatOffset)
            unsafe id.uuid.store(at: Layout.idOffset, in: buffer)
            unsafe buffer.store(createdAt, at: Layout.createdAtOffset)
            let covered = unsafe UnsafeRawBufferPointer(buffer).part(from: 0, to: Layout.checksumOffset)
            unsafe buffer.store(Checksum.of(covered), at: Layout.checksumOffset)
        }
        return bytes
    }
}

extension EventStoreError {
    /// The error of a store's header that does not match its checksum.
    static func damagedHeader(_ path: String) -> EventStoreError {
        EventStoreError(
            .damaged, "\(path): the store's header is damaged: restore the store from a backup", position: 0)
    }
}
