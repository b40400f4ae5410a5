import LMDB
import Nacre

extension LMDBReadModelTransaction: ReadModelWriter {
    func setState(_ state: ReadModelState) throws {
        var record = try ownRecord()
        record.state = state
        change(to: record)
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        let access = try valid()
        var record = try ownRecord()
        try (ViewsFormat.prefix(of: record.generation, table: table) + key).withUnsafeBytes { key in
            if try access.get(key) == nil { record.rows += 1 }
            let row = try access.reserve(key, count: ViewsFormat.rowHeaderBytes + value.count)
            value.withUnsafeBytes { value in
                row.store(ViewsFormat.checksum(key, value), at: 0)
                UnsafeMutableRawBufferPointer(rebasing: row[ViewsFormat.rowHeaderBytes...]).copyMemory(from: value)
            }
        }
        rowChanges += 1
        change(to: record)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        let access = try valid()
        guard var record = try currentRecord() else { return }
        let wasThere = try (ViewsFormat.prefix(of: record.generation, table: table) + key).withUnsafeBytes { key in
            try access.delete(key)
        }
        guard wasThere else { return }
        // A count that was wrong already is found when the file is opened.
        record.rows -= min(record.rows, 1)
        rowChanges += 1
        change(to: record)
    }

    func removeAll() throws {
        let access = try valid()
        var header = try Self.presentHeader(access)
        do {
            guard let old = try currentRecord() else { return }
            header.garbage.append(old.generation)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            // Whose rows these are is lost with the record: they are those that nobody else has.
            header.garbage += try access.generationsOfNobody(header, except: modelKey)
        }
        let generation = header.takeGeneration()
        try access.put(header)
        rowChanges += 1
        change(to: ModelRecord(generation: generation))
    }

    /// Puts down what has become of the model's record, at the end of a body.
    func finish() throws {
        guard isChanged, case .some(.some(let record)) = record else { return }
        try valid().put(modelKey, record.encoded(under: modelKey))
    }

    /// The record of the model, made where it is new.
    private func ownRecord() throws -> ModelRecord {
        if let record = try currentRecord() { return record }
        let access = try valid()
        var header = try Self.presentHeader(access)
        let record = ModelRecord(generation: header.takeGeneration())
        try access.put(header)
        change(to: record)
        return record
    }

    private func change(to changed: ModelRecord) {
        record = .some(changed)
        isChanged = true
    }

    private static func presentHeader(_ access: ViewsAccess) throws -> ViewsHeader {
        guard let header = try access.header() else { throw EventStoreError.damagedReadModel("the file has no header") }
        return header
    }
}
