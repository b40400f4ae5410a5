import LMDB
import Nacre

/// What the derived files in the folder of a store know of its log: the last witnesses of events that were lost.
///
/// The log's commit is on the disk before anything is derived from it, so at durability `full` no crash and no loss of
/// power leaves a derived file ahead of the log: one that is ahead means that the log was lost or replaced.
enum Witnesses {
    /// What one derived file says of the log.
    struct Statement: Hashable {
        let witness: LostEvents.Witness
        let checkpoint: Checkpoint
    }

    /// Pages of a derived file that are looked at before its checkpoints are read: 16 MiB of them.
    ///
    /// They stand on the left edge of its tree, which is looked at first.
    private static let pages = 4_096

    /// The events that derived files know and the log does not have.
    ///
    /// A file that is damaged, of another format or of another store says nothing, and neither does the log where its
    /// own damage hides what it holds.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - log: The log.
    ///   - header: The log's header.
    ///   - mapSize: Address space for each file, in bytes.
    /// - Returns: What each witness knows; empty where nothing is lost.
    /// - Throws: `EventStoreError` where a file cannot be read.
    static func lostEvents(
        of folder: StoreFolder, _ log: Environment, _ header: StoreHeader, mapSize: Int
    ) throws -> [LostEvents] {
        // Before the log is looked at: others may append, and derive, meanwhile.
        let statements = try statements(in: folder, mapSize: mapSize)
        return try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            var lost: [LostEvents] = []
            for statement in statements where statement.checkpoint.storeID == header.id {
                if let found = try judge(statement, &log, end: end) { lost.append(found) }
            }
            return lost
        }
    }

    /// Whether a checkpoint is not one of events that the log lacks.
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
        // An index of nothing does not say of which log.
        guard position > 0 else { return nil }
        guard position <= end.position else {
            guard end.damage == nil else { return nil }
            return LostEvents(in: statement.witness, position: position, head: end.position)
        }
        guard try log.fits(statement.checkpoint) == false else { return nil }
        return LostEvents(in: statement.witness, position: position, head: nil)
    }

    /// What the derived files say, whatever log they are of.
    ///
    /// - Throws: `EventStoreError` where a file cannot be read; one that is damaged says nothing.
    static func statements(in folder: StoreFolder, mapSize: Int) throws -> [Statement] {
        let indexed = try reading(folder.path + "/" + StoreFolder.indexName, mapSize) { environment in
            try indexCheckpoints(environment).map { Statement(witness: .index, checkpoint: $0) }
        }
        let modelled = try reading(folder.views, mapSize) { environment in
            try LMDBReadModelStore(environment, path: folder.views).checkpoints()
                .map { Statement(witness: .readModel($0.model), checkpoint: $0.checkpoint) }
        }
        return indexed + modelled
    }

    /// How far an index has come, of whichever store it is: one checkpoint, or none.
    private static func indexCheckpoints(_ environment: Environment) throws -> [Checkpoint] {
        try environment.read { transaction in
            try IndexManifest.key.withUnsafeBytes { key in
                guard let manifest = try transaction.get(key) else { return [] }
                return [try IndexManifest(manifest).checkpoint]
            }
        }
    }

    /// Opens a derived file as it is, and asks it.
    private static func reading(
        _ path: String, _ mapSize: Int, _ body: (Environment) throws -> [Statement]
    ) throws -> [Statement] {
        // Others may be making it anew, which they do with the lock held.
        try OpeningLock.hold(besides: path) {
            guard StoreFolder.size(of: path) ?? 0 > 0 else { return [] }
            do {
                let environment = try Environment.open(
                    at: path, options: Environment.Options(mapSize: mapSize, durability: .noMetaSync),
                    readingWhereFull: true)
                defer { environment.close() }
                // LMDB trusts its pages.
                try environment.checkStructure(pageLimit: pages)
                return try body(environment)
            } catch let error as LMDBError {
                if error.ofIndex is UnusableIndex { return [] }
                throw EventStoreError(opening: path, error)
            } catch is UnusableIndex {
                return []
            } catch let error as EventStoreError where error.isDamageOfReadModel || error.code == .newerFormat {
                return []
            }
        }
    }
}

extension LMDBReadModelStore {
    /// How far each read model has come, and what is built beside it.
    ///
    /// - Throws: `EventStoreError` where the file is damaged or cannot be read.
    fileprivate func checkpoints() throws -> [(model: String, checkpoint: Checkpoint)] {
        try withAccess { access in
            guard try access.header() != nil else { return [] }
            var checkpoints: [(String, Checkpoint)] = []
            var cursor = try access.openCursor()
            var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
            while let found = entry, found.key.first == ViewsFormat.modelPrefix {
                if let record = ModelRecord(undamaged: found.value, under: found.key) {
                    let name = String(decoding: found.key.dropFirst(), as: UTF8.self)
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
