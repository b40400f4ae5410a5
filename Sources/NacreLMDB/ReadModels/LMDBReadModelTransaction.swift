import LMDB
import Nacre

/// One look at, or one change of, a model in the file.
///
/// It is of use inside the body that it was handed to, and throws behind it.
final class LMDBReadModelTransaction: ReadModelReader {
    /// The key under which the model's record stands.
    let modelKey: [UInt8]

    /// Whether anything was changed.
    var isChanged = false

    /// How often rows were changed, by which a walk knows that its cursor may have lost its place.
    var rowChanges = 0

    /// The record of the model as it is to be; `nil` while it was not looked at yet.
    var record: ModelRecord??

    private var access: ViewsAccess?

    init(_ access: ViewsAccess, model: String) {
        self.access = access
        modelKey = ViewsFormat.key(ofModel: model)
    }

    /// Makes sure that nothing reaches the transaction any more.
    func end() {
        access = nil
    }

    /// The transaction, as long as it is valid.
    func valid() throws(EventStoreError) -> ViewsAccess {
        guard let access else {
            throw EventStoreError(
                .invalidArgument, "a read model is of use only inside the closure that it was handed to")
        }
        return access
    }

    /// The record of the model; `nil` for a new one.
    func currentRecord() throws -> ModelRecord? {
        if let record { return record }
        let access = try valid()
        let found = try modelKey.withUnsafeBytes { key -> ModelRecord? in
            guard let bytes = try access.get(key) else { return nil }
            return try ModelRecord(bytes, under: key)
        }
        record = .some(found)
        return found
    }

    func state() throws -> ReadModelState? { try currentRecord()?.state }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try ReadModelLimits.validate(key: key)
        let access = try valid()
        guard let generation = try currentRecord()?.generation else { return nil }
        return try (ViewsFormat.prefix(of: generation, table: table) + key).withUnsafeBytes { key in
            guard let row = try access.get(key) else { return nil }
            return [UInt8](try Self.value(of: row, key: key))
        }
    }

    func forEachRow(in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        if let after { try ReadModelLimits.validate(key: after) }
        guard let generation = try currentRecord()?.generation else { return }
        let prefix = ViewsFormat.prefix(of: generation, table: table)
        var cursor = try valid().openCursor()
        // The least key that is greater than another is that key and a zero byte.
        var start = prefix + (after.map { $0 + [0] } ?? [])
        var found = try cursor.seekView(to: start)
        while let entry = found, entry.key.count >= prefix.count, entry.key.starts(with: prefix) {
            let key = [UInt8](entry.key.dropFirst(prefix.count))
            let value = [UInt8](try Self.value(of: entry.value, key: entry.key))
            let changes = rowChanges
            guard try body(key, value) else { return }
            if changes == rowChanges {
                found = try cursor.nextView()
            } else {
                // A model that was discarded meanwhile has other rows, and none of this walk's.
                guard try currentRecord()?.generation == generation else { return }
                start = prefix + key + [0]
                found = try cursor.seekView(to: start)
            }
        }
    }

    private static func value(
        of row: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
    ) throws(EventStoreError) -> UnsafeRawBufferPointer {
        guard let value = ViewsFormat.value(ofRow: row, key: key) else {
            throw .damagedReadModel("a row of \(row.count) bytes does not have the checksum that it says")
        }
        return value
    }
}
