import LMDB
import Nacre

/// One transaction on a model, which its live tables and its shadow have in common.
final class ModelAccess {
    /// The key under which the model's record stands.
    let key: [UInt8]

    /// Whether anything was changed.
    private(set) var isChanged = false

    /// How often rows were changed, by which a walk knows that its cursor may have lost its place.
    private(set) var rowChanges = 0

    /// The record of the model as it is to be; `nil` while it was not looked at yet.
    private var record: ModelRecord??

    private var access: ViewsAccess?

    convenience init(_ access: ViewsAccess, model: String) {
        self.init(access, key: ViewsFormat.key(ofModel: model))
    }

    init(_ access: ViewsAccess, key: [UInt8]) {
        self.access = access
        self.key = key
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
        let found = try key.withUnsafeBytes { key -> ModelRecord? in
            guard let bytes = try access.get(key) else { return nil }
            return try ModelRecord(bytes, under: key)
        }
        record = .some(found)
        return found
    }

    /// The record of the model, made where it is new.
    func ownRecord() throws -> ModelRecord {
        if let record = try currentRecord() { return record }
        let record = ModelRecord(live: try newTables(discarding: []))
        change(to: record)
        return record
    }

    /// Tables without rows, of a generation that nobody had.
    ///
    /// - Parameter generations: Those whose rows are to be removed.
    /// - Returns: The tables.
    /// - Throws: `EventStoreError` where the file cannot be written.
    func newTables(discarding generations: [UInt32]) throws -> ModelTables {
        let access = try valid()
        var header = try presentHeader()
        header.garbage += generations
        let tables = ModelTables(generation: header.takeGeneration())
        try access.put(header)
        return tables
    }

    /// Has the rows of generations removed.
    func discard(_ generations: [UInt32]) throws {
        var header = try presentHeader()
        header.garbage += generations
        try valid().put(header)
    }

    /// Notes what is to become of the record.
    func change(to changed: ModelRecord, rows: Bool = false) {
        record = .some(changed)
        isChanged = true
        if rows { rowChanges += 1 }
    }

    /// The generation of tables that were looked at before; `nil` where they were not, or are not there.
    func generation(isShadow: Bool) -> UInt32? {
        isShadow ? record??.shadow?.generation : record??.live.generation
    }

    /// Notes that rows were put into tables that are there.
    func changeRows(isShadow: Bool, by added: Int) {
        isChanged = true
        rowChanges += 1
        guard added > 0 else { return }
        if isShadow { record??.shadow?.rows += UInt64(added) } else { record??.live.rows += UInt64(added) }
    }

    /// Puts down what has become of the record, at the end of a body.
    func finish() throws {
        guard isChanged, case .some(.some(let record)) = record else { return }
        // A program that knows an older format alone must not take what is written now for damage.
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
