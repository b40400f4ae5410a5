import LMDB
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One read or write transaction on a model: on its live tables or its shadow.
///
/// Valid only inside the body that it is passed to; it throws afterwards.
final class LMDBReadModelTransaction: ReadModelReader {
    /// The transaction's state shared by live tables and shadow.
    let model: ModelAccess

    /// Whether this is the shadow's.
    let isShadow: Bool

    init(_ model: ModelAccess, isShadow: Bool = false) {
        self.model = model
        self.isShadow = isShadow
    }

    /// The tables; `nil` if they do not exist.
    func currentTables() throws -> ModelTables? {
        guard let record = try model.currentRecord() else { return nil }
        return isShadow ? record.shadow : record.live
    }

    func state() throws -> ReadModelState? { try currentTables()?.state }

    func generation() throws -> UInt64? { try currentTables().map { UInt64($0.generation) } }

    func shadow() throws -> any ReadModelReader { try writableShadow() }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try ReadModelLimits.validate(key: key)
        let access = try model.valid()
        // A rebuild looks up every row it creates; empty tables answer without a search.
        guard let tables = try currentTables(), tables.rows > 0 else { return nil }
        return try unsafe ViewsFormat.withKey(of: tables.generation, table: table, key) { key in
            guard let row = try unsafe access.get(key) else { return nil }
            return unsafe [UInt8](try Self.value(of: row, key: key))
        }
    }

    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try range.validate()
        guard let generation = try currentTables()?.generation else { return }
        let prefix = ViewsFormat.prefix(of: generation, table: table)
        let (start, end) = (prefix + range.start, range.end.map { prefix + $0 } ?? ViewsFormat.end(ofPrefix: prefix))
        var cursor = try model.valid().openCursor()
        var found = try range.isReversed ? cursor.seekView(before: end) : cursor.seekView(to: start)
        while let entry = found, unsafe !entry.key.precedes(start), unsafe entry.key.precedes(end) {
            let key = unsafe [UInt8](entry.key.dropFirst(prefix.count))
            let value = unsafe [UInt8](try Self.value(of: entry.value, key: entry.key))
            let changes = model.rowChanges
            guard try body(key, value) else { return }
            if changes == model.rowChanges {
                found = try range.isReversed ? cursor.previousView() : cursor.nextView()
            } else {
                // Stop if the tables were discarded meanwhile: the new ones have other rows.
                guard try currentTables()?.generation == generation else { return }
                let key = prefix + key
                found = try range.isReversed ? cursor.seekView(before: key) : cursor.seekView(to: key + [0])
            }
        }
    }

    private static func value(
        of row: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
    ) throws(EventStoreError) -> UnsafeRawBufferPointer {
        guard let value = unsafe ViewsFormat.value(ofRow: row, key: key) else {
            throw .damagedReadModel("the checksum of a row of \(row.count) bytes does not match")
        }
        return unsafe value
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are ordered before others.
    fileprivate func precedes(_ other: [UInt8]) -> Bool {
        unsafe other.withUnsafeBytes { other in
            // An empty buffer may have no base address.
            let order =
                if let own = baseAddress, let address = other.baseAddress {
                    unsafe memcmp(own, address, Swift.min(count, other.count))
                } else { Int32(0) }
            return order == 0 ? count < other.count : order < 0
        }
    }
}
