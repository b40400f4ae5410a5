/// Keeps read models: ordered tables of keys and values, each model with the checkpoint up to which it has applied the
/// log, changed together in one transaction.
///
/// A model may have a **shadow**: tables of its own, with a state of their own, that are built beside the live ones and
/// take their place at one stroke. Whoever reads a model reads the live tables.
///
/// Everything in it is derived from the log and may be thrown away at any time. A row that is read is one that was written
/// under its key: a store whose medium may fail proves that by a checksum, and throws where it cannot.
///
/// Threading: members may be called from any thread; bodies run on the calling thread and must not wait for anything
/// else. One write runs at a time, across processes too.
public protocol ReadModelStore: Sendable {
    /// Which projections of this program keep the models: one registry for as long as the store object is there; a store
    /// that wraps another one hands on that one's.
    var projections: ProjectionRegistry { get }

    /// Looks at one model, in a snapshot that later writes do not change.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Reads the tables.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and ``EventStoreError`` where the store cannot be read.
    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result

    /// Changes one model, all of it or nothing.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Changes the tables; what it throws undoes all changes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and ``EventStoreError`` where the store cannot be written.
    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result

    /// The names of the models that anything was written to, in the order of their bytes, whichever program has done it.
    ///
    /// One that was emptied since may be among them; it has no state.
    ///
    /// - Returns: The names.
    /// - Throws: ``EventStoreError`` where the store cannot be read.
    func names() throws -> [String]

    /// Releases what the store holds. Safe to call twice.
    func close()
}

/// What a model has applied, by which version of its projection, and what that is.
public struct ReadModelState: Hashable, Sendable {
    /// The schema version of the projection that made the model.
    public let schemaVersion: Int

    /// How far the log is applied.
    public let checkpoint: Checkpoint

    /// What halts the projection behind the checkpoint; `nil` where nothing does.
    public let halt: ProjectionHalt?

    /// What the model is made by; `nil` where that was not recorded, as by programs that did not record it yet.
    public let definition: ProjectionDefinition?

    /// Makes a state of its parts.
    public init(
        schemaVersion: Int, checkpoint: Checkpoint, halt: ProjectionHalt? = nil,
        definition: ProjectionDefinition? = nil
    ) {
        self.schemaVersion = schemaVersion
        self.checkpoint = checkpoint
        self.halt = halt
        self.definition = definition
    }
}

/// Reads the tables of one model.
///
/// Valid only inside the closure that it was handed to, and so is what ``shadow()`` gives.
///
/// A table is a number that the model chooses, 0 to 255; a key is 0 to 500 bytes, ordered bytewise.
public protocol ReadModelReader {
    /// What the model has applied, or `nil` where it is new.
    ///
    /// - Returns: The state.
    /// - Throws: ``EventStoreError`` where the store cannot be read.
    func state() throws -> ReadModelState?

    /// What tells these tables from all others that the model has had, live or as a shadow.
    ///
    /// A shadow keeps its number when it takes the place of the live tables.
    ///
    /// - Returns: The number; `nil` where there are no tables, because nothing was ever written into them.
    /// - Throws: ``EventStoreError`` where the store cannot be read.
    func generation() throws -> UInt64?

    /// The tables that are built beside the live ones, in the same snapshot.
    ///
    /// - Returns: The shadow; one that is not there has no generation, no state and no rows.
    /// - Throws: ``EventStoreError`` where the store cannot be read, and with code
    ///   ``EventStoreError/Code/invalidArgument`` where this is a shadow itself.
    func shadow() throws -> any ReadModelReader

    /// The value under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Returns: The value, or `nil` where there is none.
    /// - Throws: ``EventStoreError`` where the store cannot be read.
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]?

    /// Walks through rows of a table in the order of their keys, or in the reverse order.
    ///
    /// Where the body changes rows, the walk goes on with what stands behind the row that it was handed then, in its
    /// direction; where it removes all, or puts a shadow in their place, the walk ends.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - range: Between which keys, and in which direction.
    ///   - body: Takes a key and a value; answers whether to go on.
    /// - Throws: What `body` throws, and ``EventStoreError`` where a bound is too long or the store cannot be read.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those that are handed out, in either direction.
    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws

    /// Where tables keep their rows while a batch is applied; `nil` for a model whose rows are read and written at once,
    /// as every store's are.
    var stage: RowStage? { get }
}

extension ReadModelReader {
    /// Walks through the rows of a table in the order of their keys.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - after: Begins behind this key; `nil` begins with the first row.
    ///   - body: Takes a key and a value; answers whether to go on.
    /// - Throws: What ``forEachRow(in:within:_:)`` throws.
    public func forEachRow(
        in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try forEachRow(in: table, within: RowRange(from: after.map { .exclusive($0) }), body)
    }

    /// None: rows are read and written at once.
    public var stage: RowStage? { nil }
}

/// Changes the tables of one model.
///
/// Valid only inside the closure that it was handed to.
public protocol ReadModelWriter: ReadModelReader {
    /// Writes down what the model has applied.
    ///
    /// - Parameter state: The state.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    func setState(_ state: ReadModelState) throws

    /// Puts a value under a key, replacing what is there.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws

    /// Removes the row under a key, if there is one.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    func removeValue(for key: [UInt8], in table: UInt8) throws

    /// Removes all rows of these tables, and their state; a shadow is not there afterwards.
    ///
    /// What is written afterwards is of another generation.
    ///
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    func removeAll() throws

    /// The tables that are built beside the live ones, to be changed in the same transaction.
    ///
    /// - Returns: The shadow; one that is not there comes to be with the first change.
    /// - Throws: ``EventStoreError`` where the store cannot be read, and with code
    ///   ``EventStoreError/Code/invalidArgument`` where this is a shadow itself.
    func writableShadow() throws -> any ReadModelWriter

    /// Puts the shadow, with its state, in the place of the live tables, which are removed.
    ///
    /// - Throws: ``EventStoreError`` where the store cannot be written, and with code
    ///   ``EventStoreError/Code/invalidArgument`` where there is no shadow.
    func replaceByShadow() throws
}

extension EventStoreError {
    /// Makes the error of who takes a shadow for a model that can have one.
    ///
    /// - Returns: The error, with code ``Code/invalidArgument``.
    public static func shadowOfShadow() -> EventStoreError {
        .invalid("a shadow has no shadow: ask the live tables of the model for it")
    }

    /// Makes the error of who puts a shadow in force where none is built.
    ///
    /// - Returns: The error, with code ``Code/invalidArgument``.
    public static func noShadow() -> EventStoreError {
        .invalid("there is no shadow that could take the place of the live tables: build one first")
    }
}
