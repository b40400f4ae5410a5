import Nacre

/// The value at position 0: the store's header, and the mark of the journal if one is in use.
///
/// Without a journal in use it is the header alone, byte for byte, so that a program that knows no journal can use the
/// store. Otherwise it has a higher format, which such a program refuses.
struct MarkedHeader {
    /// The layout of a header with a mark, which begins like ``StoreHeader/Layout``; in bytes.
    enum Layout {
        /// The format of a header with a mark.
        static let format: UInt16 = 2

        /// The checksum of the header without the mark, to which the first block refers.
        static let headerChecksumOffset = StoreHeader.Layout.checksumOffset
        static let nonceOffset = 40
        /// The checksum of all fields before it.
        static let checksumOffset = 48
        static let byteCount = 56
    }

    let header: StoreHeader
    let mark: JournalMark

    init(header: StoreHeader, mark: JournalMark) {
        self.header = header
        self.mark = mark
    }

    /// Decodes the value at position 0.
    ///
    /// - Throws: `notAStore`, `newerFormat` or `damaged`, checked in this order.
    init(_ value: UnsafeRawBufferPointer, path: String) throws(EventStoreError) {
        let format = try unsafe StoreHeader.format(of: value, path: path, upTo: Layout.format)
        guard format == Layout.format else {
            try unsafe self.init(header: StoreHeader(value, path: path), mark: .empty)
            return
        }
        guard value.count == Layout.byteCount,
            unsafe value.integer(at: Layout.checksumOffset, as: UInt64.self)
                == Checksum.of(value.part(from: 0, to: Layout.checksumOffset))
        else { throw .damagedHeader(path) }
        let header = unsafe StoreHeader(
            id: StoreID(EventID(at: StoreHeader.Layout.idOffset, in: value)),
            createdAt: value.integer(at: StoreHeader.Layout.createdAtOffset))
        let nonce = unsafe value.integer(at: Layout.nonceOffset, as: UInt64.self)
        // The chain of blocks begins with this checksum, so it must be that of the header without the mark.
        guard nonce != 0, unsafe value.integer(at: Layout.headerChecksumOffset) == header.checksum else {
            throw .damagedHeader(path)
        }
        self.init(header: header, mark: .inUse(nonce: nonce))
    }

    /// The encoded value.
    var encoded: [UInt8] {
        guard case .inUse(let nonce) = mark else { return header.encoded }
        var bytes = header.encoded + [UInt8](repeating: 0, count: Layout.byteCount - StoreHeader.Layout.byteCount)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.store(Layout.format, at: StoreHeader.Layout.formatOffset)
            unsafe buffer.store(nonce, at: Layout.nonceOffset)
            let covered = unsafe UnsafeRawBufferPointer(buffer).part(from: 0, to: Layout.checksumOffset)
            unsafe buffer.store(Checksum.of(covered), at: Layout.checksumOffset)
        }
        return bytes
    }
}
