import LMDB
import Nacre

/// Detects lost events by the checkpoints in the derived files of a store.
///
/// Derived files take in an event only after its commit is on disk. At durability `full`, no crash and no power loss
/// leaves a derived file ahead of the log; one that is ahead means that the log was lost or replaced.
enum LostEventDetection {
    /// The checkpoint that a derived file holds.
    struct Statement: Hashable {
        let witness: LostEvents.Witness
        let checkpoint: Checkpoint
    }

    /// The events that derived files or the journal know and the log does not have.
    ///
    /// A file that is damaged, of another format or of another store is no evidence, nor is a checkpoint in a part of
    /// the log that damage hides.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - log: The log.
    ///   - header: The log's header.
    ///   - mapSize: Address space for each file, in bytes.
    /// - Returns: A finding for each witness; empty if nothing is lost.
    /// - Throws: `EventStoreError` if a file cannot be read.
    static func lostEvents(
        of folder: StoreFolder, _ log: Environment, _ header: StoreHeader, mapSize: Int
    ) throws -> [LostEvents] {
        // OPS-02: Derived files are checked for evidence of lost events before a store is opened for appending.
        // Read before the log: other processes may append and derive meanwhile.
        let statements = try statements(in: folder, mapSize: mapSize)
        return try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            // A journal that is in use has been recovered.
            let inJournal = try JournalReader.lostEvents(
                ofJournalAt: folder.journal, against: &log, at: folder.log)
            var lost = inJournal.map { [$0] } ?? []
            for statement in statements where statement.checkpoint.storeID == header.id {
                if let found = try judge(statement, &log, end: end) { lost.append(found) }
            }
            return lost
        }
    }

    /// Whether the log has the events of a checkpoint, or the checkpoint is no evidence against it.
    static func isKnown(_ checkpoint: Checkpoint, to log: Environment, _ header: StoreHeader) throws -> Bool {
        try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            let statement = Statement(witness: .index, checkpoint: checkpoint)
            return try checkpoint.storeID != header.id || judge(statement, &log, end: end) == nil
        }
    }

    private static func judge(
        _ statement: Statement, _ log: inout LogSnapshot, end: (position: Position, damage: EventStoreError?)
    ) throws -> LostEvents? {
        let position = statement.checkpoint.position
        // A checkpoint at 0 names no block.
        guard position > 0 else { return nil }
        guard position <= end.position else {
            guard end.damage == nil else { return nil }
            return LostEvents(in: statement.witness, position: position, head: end.position)
        }
        // The position alone is no proof: a replaced log may be longer. The block's checksum decides.
        guard try log.fits(statement.checkpoint) == false else { return nil }
        return LostEvents(in: statement.witness, position: position, head: nil)
    }

    /// The checkpoints in the derived files, of any store.
    ///
    /// - Throws: `EventStoreError` if a file cannot be read; a damaged file yields none.
    static func statements(in folder: StoreFolder, mapSize: Int) throws -> [Statement] {
        // IDX-19: Evidence of lost events is read from the left edge of a derived file.
        // Checkpoints come first in both files: before the keys of segments, or of rows.
        let index = folder.path + "/" + StoreFolder.indexName
        let indexed = try reading(index, below: IndexManifest.key + [0], mapSize) { environment in
            try indexCheckpoints(environment).map { Statement(witness: .index, checkpoint: $0) }
        }
        let modelled = try reading(folder.views, below: [ViewsFormat.modelPrefix + 1], mapSize) { environment in
            try LMDBReadModelStore(environment, path: folder.views).checkpoints()
                .map { Statement(witness: .readModel($0.model), checkpoint: $0.checkpoint) }
        }
        return indexed + modelled
    }

    /// The checkpoint of an index, of any store: at most one.
    private static func indexCheckpoints(_ environment: Environment) throws -> [Checkpoint] {
        try environment.read { transaction in
            try unsafe IndexManifest.key.withUnsafeBytes { key in
                guard let manifest = try unsafe transaction.get(key) else { return [] }
                return unsafe [try IndexManifest(manifest).checkpoint]
            }
        }
    }

    /// Opens a derived file unchanged and reads the entries below a key.
    private static func reading(
        _ path: String, below key: [UInt8], _ mapSize: Int, _ body: (Environment) throws -> [Statement]
    ) throws -> [Statement] {
        // Other processes replace the file under this lock.
        try OpeningLock.hold(besides: path) {
            guard StoreFolder.size(of: path) ?? 0 > 0 else { return [] }
            do {
                let environment = try Environment.open(
                    at: path, options: Environment.Options(mapSize: mapSize, durability: .noMetaSync),
                    readingIfFull: true)
                defer { environment.close() }
                // LMDB does not verify its pages. Only those that are read here are checked: opening the file checks
                // the others (IDX-19).
                try environment.checkStructure(below: key)
                return try body(environment)
            } catch let error as LMDBError {
                if error.ofIndex is UnusableIndex { return [] }
                throw EventStoreError(opening: path, error)
            } catch is UnusableIndex {
                return []
            } catch let error as EventStoreError where error.isReadModelDamage || error.code == .newerFormat {
                return []
            }
        }
    }
}

extension LMDBReadModelStore {
    /// The checkpoints of each read model, live and shadow.
    ///
    /// - Throws: `EventStoreError` if the file is damaged or cannot be read.
    fileprivate func checkpoints() throws -> [(model: String, checkpoint: Checkpoint)] {
        try withAccess { access in
            guard try access.header() != nil else { return [] }
            var checkpoints: [(String, Checkpoint)] = []
            var cursor = try access.openCursor()
            var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
            while let found = entry, unsafe found.key.first == ViewsFormat.modelPrefix {
                if let record = unsafe ModelRecord(undamaged: found.value, under: found.key) {
                    let name = unsafe String(decoding: found.key.dropFirst(), as: UTF8.self)
                    for tables in [record.live, record.shadow] {
                        if let state = tables?.state { checkpoints.append((name, state.checkpoint)) }
                    }
                }
                entry = try cursor.nextView()
            }
            return checkpoints
        }
    }
}
