import LMDB
import Nacre

extension LMDBReadModelStore {
    /// Checks everything that can be checked at opening.
    ///
    /// - Throws: `EventStoreError` that tells of a damaged read model, where the file must be made anew.
    func check() throws {
        let statistics = try viewsAccess { () throws(LMDBError) in try environment.statistics() }
        let isSmall = statistics.usedBytes <= ViewsFormat.bytesCheckedAtOpening
        try withAccess { access in
            guard let header = try access.header() else {
                throw EventStoreError.damagedReadModel("it is no file of read models")
            }
            var cursor = try access.openCursor()
            let models = try Self.checkRecords(&cursor, header: header)
            if isSmall { try Self.checkRows(&cursor, models) }
        }
        try discardGenerationsOfNobody()
    }

    /// Verifies the records of all models.
    private static func checkRecords(
        _ cursor: inout Cursor, header: ViewsHeader
    ) throws -> [ModelTables] {
        var tables: [ModelTables] = []
        var generations = Set(header.garbage)
        var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
        while let found = entry, found.key.first == ViewsFormat.modelPrefix {
            let record = try ModelRecord(found.value, under: found.key)
            for generation in record.generations {
                guard generations.insert(generation).inserted, generation < header.nextGeneration else {
                    throw EventStoreError.damagedReadModel("its models contradict its header")
                }
            }
            tables += [record.live] + (record.shadow.map { [$0] } ?? [])
            entry = try cursor.nextView()
        }
        return tables
    }

    /// Verifies the rows of all models, and that there are as many as the records say.
    private static func checkRows(_ cursor: inout Cursor, _ models: [ModelTables]) throws {
        var counts: [UInt32: UInt64] = [:]
        for tables in models { counts[tables.generation] = 0 }
        var entry = try cursor.seekView(to: [ViewsFormat.modelPrefix + 1])
        while let found = entry {
            guard let generation = ViewsFormat.generation(ofRow: found.key) else {
                throw EventStoreError.damagedReadModel("it holds something that is no row")
            }
            if let count = counts[generation] {
                guard ViewsFormat.value(ofRow: found.value, key: found.key) != nil else {
                    throw EventStoreError.damagedReadModel(
                        "a row of \(found.value.count) bytes does not have the checksum that it says")
                }
                counts[generation] = count + 1
            }
            entry = try cursor.nextView()
        }
        for tables in models where counts[tables.generation] != tables.rows {
            throw EventStoreError.damagedReadModel(
                "a model has \(counts[tables.generation] ?? 0) rows where its record says \(tables.rows)")
        }
    }

    /// Marks rows that belong to no model as to be removed.
    private func discardGenerationsOfNobody() throws {
        let areThere = try withAccess { access in
            guard let header = try access.header() else { return false }
            return try !access.generationsOfNobody(header).isEmpty
        }
        guard areThere else { return }
        try change { access in
            guard var header = try access.header() else { return ((), isChanged: false) }
            let found = try access.generationsOfNobody(header)
            header.garbage += found
            try access.put(header)
            return ((), isChanged: !found.isEmpty)
        }
    }
}
