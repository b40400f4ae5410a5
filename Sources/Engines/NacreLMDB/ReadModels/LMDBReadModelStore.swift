import LMDB
public import Nacre

/// A read model store in one file, by convention `views.mdb` in the folder of a store.
///
/// All of it is derived from the log: a file that is damaged, of another format or another program's is rebuilt, which
/// is logged. Each row has a checksum, which is verified on every read.
///
/// Threading: members may be called from any thread and block it; writes are serialised across all processes. A write
/// inside the body of a write throws.
public final class LMDBReadModelStore: ReadModelStore {
    /// The path of the file.
    public let path: String

    /// The projections of this program that own the models.
    public let projections = ProjectionRegistry()

    let environment: Environment

    init(_ environment: Environment, path: String) {
        self.environment = environment
        self.path = path
    }

    /// Reads one model, in a snapshot that later writes do not change.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Reads the tables.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`, and `EventStoreError` if the file cannot be read.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try ReadModelLimits.validate(name: model)
        return try withAccess { access in
            let access = ModelAccess(access, model: model)
            defer { access.end() }
            return try body(LMDBReadModelTransaction(access))
        }
    }

    /// Changes one model atomically.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Changes the tables; an error rolls back all changes. If the file's map had to grow, `body` runs again
    ///     on the tables as they are then.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`, and `EventStoreError` if the file cannot be written.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try ReadModelLimits.validate(name: model)
        let result = try change { access in
            let access = ModelAccess(access, model: model)
            defer { access.end() }
            let result = try body(LMDBReadModelTransaction(access))
            try access.finish()
            return (result, isChanged: access.isChanged)
        }
        // A step after each write spreads the work of removing a discarded model (PROJ-32).
        try removeSomeGarbage()
        return result
    }

    /// The names of all models that have been written to, ordered by their UTF-8 bytes.
    ///
    /// - Returns: The names, including those of models with a damaged record.
    /// - Throws: `EventStoreError` if the file cannot be read.
    public func names() throws -> [String] {
        try withAccess { access in
            var cursor = try access.openCursor()
            var names: [String] = []
            var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
            while let found = entry, unsafe found.key.first == ViewsFormat.modelPrefix {
                unsafe names.append(ViewsFormat.name(ofModel: found.key))
                entry = try cursor.nextView()
            }
            return names
        }
    }

    /// Closes the file; safe to call twice.
    public func close() {
        environment.close()
    }

    /// Removes the rows of discarded generations, in transactions of bounded size.
    ///
    /// After a crash, the next write or opening by any process removes the rest.
    func removeGarbage() throws {
        while try removeSomeGarbage() {}
    }

    /// Removes rows of discarded generations, up to the limit of one transaction, so that no write takes long.
    ///
    /// - Returns: Whether there was anything to remove.
    @discardableResult
    private func removeSomeGarbage() throws -> Bool {
        guard try withAccess({ try $0.header()?.garbage.isEmpty == false }) else { return false }
        try change { access in
            guard var header = try access.header(), !header.garbage.isEmpty else { return ((), isChanged: false) }
            try access.removeRows(&header)
            try access.put(header)
            return ((), isChanged: true)
        }
        return true
    }

    /// Runs a body in a read transaction.
    func withAccess<Result>(_ body: (ViewsAccess) throws -> Result) throws -> Result {
        do {
            return try environment.read { transaction in
                try unsafe withUnsafePointer(to: transaction) { try unsafe body(.reading($0)) }
            }
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Runs a body in a write transaction, which is committed if the body reports a change.
    ///
    /// If the map is full, it grows and the body runs again from the start.
    func change<Result>(_ body: (ViewsAccess) throws -> (Result, isChanged: Bool)) throws -> Result {
        var hasResumed = false
        while true {
            let mapSize = environment.mapSize
            do {
                return try environment.write { (transaction: consuming WriteTransaction) in
                    let (result, isChanged) = try unsafe withUnsafePointer(to: transaction) {
                        try unsafe body(.writing($0))
                    }
                    if isChanged { try transaction.commit() }
                    return result
                }
            } catch let error as EventStoreError where (error.cause as? LMDBError)?.code == .mapFull {
                try enlarge(beyond: mapSize)
            } catch let error as LMDBError where error.code == .panic && !hasResumed {
                // An earlier commit failed. The checkpoints tell whether it took effect; lost events are applied again.
                hasResumed = true
                try viewsAccess { () throws(LMDBError) in try environment.resumeWriting() }
            } catch let error as LMDBError {
                guard error.code == .mapFull else { throw error.ofViews }
                try enlarge(beyond: mapSize)
            }
        }
    }

    private func enlarge(beyond mapSize: Int) throws(EventStoreError) {
        try viewsAccess { () throws(LMDBError) in try environment.growMap(toAtLeast: mapSize * 2) }
    }
}
