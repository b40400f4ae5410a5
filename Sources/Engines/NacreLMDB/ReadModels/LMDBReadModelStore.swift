import LMDB
public import Nacre

/// Read models in a file, by the name of `views.mdb` in the folder of a store.
///
/// All of it is derived from the log: a file that is damaged, of another format or another program's is made anew, and
/// the logger says so. Rows have checksums, which are verified whenever a row is read.
///
/// Threading: members may be called from any thread; they block it, and a write waits for the write before it, in all
/// processes together. Inside the body of a write, another write would wait for itself.
public final class LMDBReadModelStore: ReadModelStore {
    /// The path of the file.
    public let path: String

    /// Which projections of this program keep the models.
    public let projections = ProjectionRegistry()

    let environment: Environment

    init(_ environment: Environment, path: String) {
        self.environment = environment
        self.path = path
    }

    /// Looks at one model, in a snapshot that later writes do not change.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Reads the tables.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `EventStoreError` where the file cannot be read.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try ReadModelLimits.validate(name: model)
        return try withAccess { access in
            let access = ModelAccess(access, model: model)
            defer { access.end() }
            return try body(LMDBReadModelTransaction(access))
        }
    }

    /// Changes one model, all of it or nothing.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Changes the tables; what it throws undoes all changes. It is run again, on the tables as they are
    ///     then, where the file had to be enlarged for it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `EventStoreError` where the file cannot be written.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try ReadModelLimits.validate(name: model)
        let result = try change { access in
            let access = ModelAccess(access, model: model)
            defer { access.end() }
            let result = try body(LMDBReadModelTransaction(access))
            try access.finish()
            return (result, isChanged: access.isChanged)
        }
        try removeSomeGarbage()
        return result
    }

    /// The names of the models that anything was written to, in the order of their bytes.
    ///
    /// - Returns: The names, those of models whose record is damaged too.
    /// - Throws: `EventStoreError` where the file cannot be read.
    public func names() throws -> [String] {
        try withAccess { access in
            var cursor = try access.openCursor()
            var names: [String] = []
            var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
            while let found = entry, found.key.first == ViewsFormat.modelPrefix {
                names.append(ViewsFormat.name(ofModel: found.key))
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
    /// A crash in between leaves the rest to the next write or opening, of whichever process.
    func removeGarbage() throws {
        while try removeSomeGarbage() {}
    }

    /// Removes rows of discarded generations, as many as one transaction may: the rest is left to the next writes, so that
    /// none takes long.
    ///
    /// - Returns: Whether there was anything to be removed.
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
                try withUnsafePointer(to: transaction) { try body(.reading($0)) }
            }
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Runs a body in a write transaction, which is committed where the body says that it changed anything.
    ///
    /// Where the map is too small for it, the map is enlarged and the body runs again from the beginning.
    func change<Result>(_ body: (ViewsAccess) throws -> (Result, isChanged: Bool)) throws -> Result {
        var hasResumed = false
        while true {
            let mapSize = environment.mapSize
            do {
                return try environment.write { (transaction: consuming WriteTransaction) in
                    let (result, isChanged) = try withUnsafePointer(to: transaction) { try body(.writing($0)) }
                    if isChanged { try transaction.commit() }
                    return result
                }
            } catch let error as EventStoreError where (error.cause as? LMDBError)?.code == .mapFull {
                try enlarge(beyond: mapSize)
            } catch let error as LMDBError where error.code == .panic && !hasResumed {
                // An earlier commit failed. Whether it took effect, the checkpoints tell; what it lost is applied again.
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
