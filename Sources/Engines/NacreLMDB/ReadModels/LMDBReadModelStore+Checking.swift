import LMDB
import Nacre

/// Damage of one read model in the file; only that model is discarded.
struct ModelDamage: Hashable {
    /// The key of the model's record.
    let model: [UInt8]

    /// The generation of the damaged tables; `nil` if the record is damaged.
    let generation: UInt32?

    /// What is wrong, as a clause.
    let reason: String

    /// The model's name for messages.
    var modelName: String { String(decoding: model.dropFirst(), as: UTF8.self) }

    /// The error to throw if nothing is discarded.
    var error: EventStoreError { .damagedReadModel(reason) }
}

extension LMDBReadModelStore {
    /// Runs all checks of opening.
    ///
    /// - Returns: The damage of single models.
    /// - Throws: `EventStoreError` that reports damage if the whole file must be rebuilt.
    func check() throws -> [ModelDamage] {
        let statistics = try viewsAccess { () throws(LMDBError) in try environment.statistics() }
        let isSmall = statistics.usedBytes <= ViewsFormat.bytesCheckedAtOpening
        return try withAccess { access in
            guard let header = try access.header() else {
                throw EventStoreError.damagedReadModel("it is not a file of read models")
            }
            try header.checkRoom()
            var cursor = try access.openCursor()
            var damages: [ModelDamage] = []
            let records = try Self.checkRecords(&cursor, header: header, &damages)
            if isSmall { try Self.checkRows(&cursor, records, &damages) }
            return damages
        }
    }

    /// Discards damaged tables unless they have been replaced since, and returns whether it did.
    func discard(_ damage: ModelDamage) throws -> Bool {
        try change { access in
            let access = ModelAccess(access, key: damage.model)
            defer { access.end() }
            let isDiscarded = try LMDBReadModelTransaction(access).discard(damage)
            try access.finish()
            return (isDiscarded, isChanged: access.isChanged)
        }
    }

    /// Verifies the records of all models.
    private static func checkRecords(
        _ cursor: inout Cursor, header: ViewsHeader, _ damages: inout [ModelDamage]
    ) throws -> [(key: [UInt8], record: ModelRecord)] {
        var records: [(key: [UInt8], record: ModelRecord)] = []
        var generations = Set(header.garbage)
        var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
        while let found = entry, unsafe found.key.first == ViewsFormat.modelPrefix {
            let key = unsafe [UInt8](found.key)
            if let record = unsafe ModelRecord(undamaged: found.value, under: found.key) {
                for generation in record.generations {
                    guard generations.insert(generation).inserted, generation < header.nextGeneration else {
                        throw EventStoreError.damagedReadModel("its models are inconsistent with its header")
                    }
                }
                records.append((key, record))
            } else {
                unsafe damages.append(
                    ModelDamage(model: key, generation: nil, reason: ModelRecord.damageReason(under: found.key)))
            }
            entry = try cursor.nextView()
        }
        return records
    }

    /// Verifies the rows of all models, and their number against the records.
    private static func checkRows(
        _ cursor: inout Cursor, _ records: [(key: [UInt8], record: ModelRecord)], _ damages: inout [ModelDamage]
    ) throws {
        var counts: [UInt32: UInt64] = [:]
        var reasons: [UInt32: String] = [:]
        for generation in records.flatMap(\.record.generations) { counts[generation] = 0 }
        var entry = try cursor.seekView(to: [ViewsFormat.modelPrefix + 1])
        while let found = entry {
            guard let generation = unsafe ViewsFormat.generation(ofRow: found.key) else {
                throw EventStoreError.damagedReadModel("it contains an entry that is not a row")
            }
            if let count = counts[generation] {
                if unsafe ViewsFormat.value(ofRow: found.value, key: found.key) == nil, reasons[generation] == nil {
                    reasons[generation] =
                        unsafe "the checksum of a row of \(found.value.count) bytes does not match"
                }
                counts[generation] = count + 1
            }
            entry = try cursor.nextView()
        }
        for (key, record) in records {
            for tables in record.tables {
                let count = counts[tables.generation] ?? 0
                if reasons[tables.generation] == nil, count != tables.rows {
                    reasons[tables.generation] = "it has \(count) rows, but its record states \(tables.rows)"
                }
                guard let reason = reasons[tables.generation] else { continue }
                damages.append(ModelDamage(model: key, generation: tables.generation, reason: reason))
            }
        }
    }

    /// Marks rows that belong to no model for removal.
    func discardOrphanedGenerations() throws {
        let areThere = try withAccess { access in
            guard let header = try access.header() else { return false }
            return try !access.orphanedGenerations(header).isEmpty
        }
        guard areThere else { return }
        try change { access in
            guard var header = try access.header() else { return ((), isChanged: false) }
            let found = try access.orphanedGenerations(header)
            header.garbage += found
            try access.put(header)
            return ((), isChanged: !found.isEmpty)
        }
    }
}
