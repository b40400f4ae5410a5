import LMDB
import Nacre

/// One transaction on a model, shared by its live tables and its shadow.
final class ModelAccess {
    /// The key of the model's record.
    let key: [UInt8]

    /// Whether anything was changed.
    private(set) var isChanged = false

    /// The number of changes of rows, by which an iteration notices that its cursor may be invalid.
    private(set) var rowChanges = 0

    /// The record of the model as it will be written; `nil` until it is read.
    private var record: ModelRecord??

    private var access: ViewsAccess?

    convenience init(_ access: ViewsAccess, model: String) {
        self.init(access, key: ViewsFormat.key(ofModel: model))
    }

    init(_ access: ViewsAccess, key: [UInt8]) {
        self.access = access
        self.key = key
    }

    /// Makes the transaction unusable.
    func end() {
        access = nil
    }

    /// The transaction, while it is valid.
    func valid() throws(EventStoreError) -> ViewsAccess {
        guard let access else {
            throw EventStoreError(
                .invalidArgument, "a read model is valid only inside the closure that it was passed to")
        }
        return access
    }

    /// The record of the model; `nil` for a new one.
    func currentRecord() throws -> ModelRecord? {
        if let record { return record }
        let access = try valid()
        let found = try unsafe key.withUnsafeBytes { key -> ModelRecord? in
            guard let bytes = try unsafe access.get(key) else { return nil }
            return try unsafe ModelRecord(bytes, under: key)
        }
        record = .some(found)
        return found
    }

    /// The record of the model, created if it is new.
    func ownRecord() throws -> ModelRecord {
        if let record = try currentRecord() { return record }
        let record = ModelRecord(live: try newTables(discarding: []))
        change(to: record)
        return record
    }

    /// Empty tables with a new generation.
    ///
    /// - Parameter generations: The generations whose rows will be removed.
    /// - Returns: The tables.
    /// - Throws: `EventStoreError` if the file cannot be written.
    func newTables(discarding generations: [UInt32]) throws -> ModelTables {
        let access = try valid()
        var header = try presentHeader()
        header.garbage += generations
        let tables = ModelTables(generation: header.takeGeneration())
        try access.put(header)
        return tables
    }

    /// Marks the rows of generations for removal.
    func discard(_ generations: [UInt32]) throws {
        var header = try presentHeader()
        header.garbage += generations
        try valid().put(header)
    }

    /// Sets the record to be written.
    func change(to changed: ModelRecord, rows: Bool = false) {
        record = .some(changed)
        isChanged = true
        if rows { rowChanges += 1 }
    }

    /// The generation of tables that were read before; `nil` if they were not read or do not exist.
    func generation(isShadow: Bool) -> UInt32? {
        isShadow ? record??.shadow?.generation : record??.live.generation
    }

    /// Counts rows added to existing tables.
    func changeRows(isShadow: Bool, by added: Int) {
        isChanged = true
        rowChanges += 1
        guard added > 0 else { return }
        if isShadow { record??.shadow?.rows += UInt64(added) } else { record??.live.rows += UInt64(added) }
    }

    /// Writes the changed record, at the end of a body.
    func finish() throws {
        guard isChanged, case .some(.some(let record)) = record else { return }
        // Raise the file's format: a program that knows only an older one must not take new data for damage.
        let header = try presentHeader()
        if header.format != ViewsFormat.version { try valid().put(header) }
        try valid().put(key, record.encoded(under: key))
    }

    /// The header of the file.
    func presentHeader() throws -> ViewsHeader {
        guard let header = try valid().header() else {
            throw EventStoreError.damagedReadModel("the file has no header")
        }
        return header
    }
}
