import LMDB
import Nacre

extension LMDBReadModelTransaction: ReadModelWriter {
    func setState(_ state: ReadModelState) throws {
        var tables = try ownTables()
        tables.state = state
        try change(to: tables)
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        let access = try model.valid()
        let generation = try ownGeneration()
        // LMDB does not tell whether `put` replaced an entry; the number of entries does, without a search.
        let before = try access.count()
        try unsafe ViewsFormat.withKey(of: generation, table: table, key) { key in
            let row = try unsafe access.reserve(key, count: ViewsLayout.Row.headerBytes + value.count)
            unsafe value.withUnsafeBytes { value in
                unsafe row.store(ViewsFormat.checksum(key, value), at: ViewsLayout.Row.checksumOffset)
                unsafe UnsafeMutableRawBufferPointer(rebasing: row[ViewsLayout.Row.headerBytes...]).copyMemory(
                    from: value)
            }
        }
        model.changeRows(isShadow: isShadow, by: try access.count() - before)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        let access = try model.valid()
        guard var tables = try currentTables() else { return }
        let wasThere = try unsafe (ViewsFormat.prefix(of: tables.generation, table: table) + key).withUnsafeBytes {
            key in
            try unsafe access.delete(key)
        }
        guard wasThere else { return }
        // Clamped: the next opening detects a count that was already wrong.
        tables.rows -= min(tables.rows, 1)
        try change(to: tables, rows: true)
    }

    func removeAll() throws {
        guard !isShadow else { return try removeShadow() }
        var changed: ModelRecord
        do {
            guard let record = try model.currentRecord() else { return }
            changed = record
            changed.live = try model.newTables(discarding: [record.live.generation])
        } catch let error as EventStoreError where error.isReadModelDamage {
            // The damaged record named the model's generations; they are those that no other model has.
            let lost = try model.valid().orphanedGenerations(model.presentHeader(), except: model.key)
            changed = ModelRecord(live: try model.newTables(discarding: lost))
        }
        model.change(to: changed, rows: true)
    }

    /// Discards the live or shadow tables in which damage was found, unless they have been replaced since.
    ///
    /// - Returns: Whether they were still there.
    /// - Throws: `EventStoreError` if the file cannot be written.
    func discard(_ damage: ModelDamage) throws -> Bool {
        do {
            for tables in [self, LMDBReadModelTransaction(model, isShadow: true)] {
                guard let found = try tables.currentTables(), found.generation == damage.generation else { continue }
                try tables.removeAll()
                return true
            }
            return false
        } catch let error as EventStoreError where error.isReadModelDamage {
            // The damage is in the record, which this transaction has just read.
            try removeAll()
            return true
        }
    }

    func writableShadow() throws -> any ReadModelWriter {
        guard !isShadow else { throw EventStoreError.shadowOfShadow() }
        return LMDBReadModelTransaction(model, isShadow: true)
    }

    func replaceByShadow() throws {
        guard !isShadow else { throw EventStoreError.shadowOfShadow() }
        guard var record = try model.currentRecord(), let shadow = record.shadow else {
            throw EventStoreError.noShadow()
        }
        try model.discard([record.live.generation])
        record.live = shadow
        record.shadow = nil
        model.change(to: record, rows: true)
    }

    private func removeShadow() throws {
        guard var record = try model.currentRecord(), let shadow = record.shadow else { return }
        try model.discard([shadow.generation])
        record.shadow = nil
        model.change(to: record, rows: true)
    }

    /// The generation of the tables, which are created if missing.
    private func ownGeneration() throws -> UInt32 {
        if let generation = model.generation(isShadow: isShadow) { return generation }
        let tables = try ownTables()
        try change(to: tables)
        return tables.generation
    }

    /// The tables, which are created if missing.
    private func ownTables() throws -> ModelTables {
        let record = try model.ownRecord()
        guard isShadow else { return record.live }
        return try record.shadow ?? model.newTables(discarding: [])
    }

    private func change(to tables: ModelTables, rows: Bool = false) throws {
        var record = try model.ownRecord()
        if isShadow { record.shadow = tables } else { record.live = tables }
        model.change(to: record, rows: rows)
    }
}
