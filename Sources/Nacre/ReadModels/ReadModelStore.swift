/// A store of read models: ordered key-value tables, with a checkpoint for each model that changes in the same
/// transaction.
///
/// A model may have a **shadow**: a second set of tables with its own state, built beside the live tables and swapped
/// in atomically. Queries read the live tables.
///
/// Everything in the store is derived from the log and may be deleted at any time. A row that is read must be the row
/// that was written under its key: a store on a medium that may fail verifies this with a checksum, and throws if the
/// check fails.
///
/// Threading: members may be called from any thread. Closures run on the calling thread and must not block on
/// anything else. One write runs at a time, across processes too.
public protocol ReadModelStore: Sendable {
    /// The registry of the projections of this program that own the models.
    ///
    /// It lives as long as the store object. A store that wraps another one returns the registry of the wrapped
    /// store.
    var projections: ProjectionRegistry { get }

    /// Reads one model in a snapshot, which later writes do not change.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Called with a reader of the tables.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if the store cannot be read.
    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result

    /// Changes one model in a transaction: all of it or nothing.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Called with a writer of the tables. If it throws, all changes are rolled back.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if the store cannot be written.
    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result

    /// The names of all models that any program has written, sorted by their bytes.
    ///
    /// A model that has been emptied since may be included; it has no state.
    ///
    /// - Returns: The names.
    /// - Throws: ``EventStoreError`` if the store cannot be read.
    func names() throws -> [String]

    /// Closes the store and releases its resources.
    ///
    /// Safe to call twice.
    func close()
}

/// The state of a model: its checkpoint, its halt, and the version and definition of the projection that built it.
public struct ReadModelState: Hashable, Sendable {
    /// The schema version of the projection that built the model.
    public let schemaVersion: Int

    /// The checkpoint up to which the log is applied.
    public let checkpoint: Checkpoint

    /// The halt after the checkpoint; `nil` if the projection is not halted.
    public let halt: ProjectionHalt?

    /// The definition of the model; `nil` if the program that built it did not record one.
    public let definition: ProjectionDefinition?

    /// Creates a state from its parts.
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
/// It is valid only inside the closure that it was passed to, and so is the result of ``shadow()``.
///
/// A table is a number that the model chooses, 0 to 255. A key is 0 to 500 bytes, ordered bytewise.
public protocol ReadModelReader {
    /// The state of the model; `nil` if it is new.
    ///
    /// - Returns: The state.
    /// - Throws: ``EventStoreError`` if the store cannot be read.
    func state() throws -> ReadModelState?

    /// The generation of these tables, which distinguishes them from all other tables that the model has had, live or
    /// as a shadow.
    ///
    /// A shadow keeps its generation when it replaces the live tables.
    ///
    /// - Returns: The generation; `nil` if nothing was ever written to the tables.
    /// - Throws: ``EventStoreError`` if the store cannot be read.
    func generation() throws -> UInt64?

    /// The shadow of the model, in the same snapshot.
    ///
    /// - Returns: The shadow. If it does not exist, it has no generation, no state and no rows.
    /// - Throws: ``EventStoreError`` if the store cannot be read, or with code
    ///   ``EventStoreError/Code/invalidArgument`` if this is a shadow itself.
    func shadow() throws -> any ReadModelReader

    /// The value under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: ``EventStoreError`` if the store cannot be read.
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]?

    /// Calls a closure with the rows of a range, in ascending or descending order of their keys, until the closure
    /// returns `false`.
    ///
    /// If the closure changes rows, the iteration continues after the current key, in its direction. If it removes
    /// all rows, or replaces them by the shadow, the iteration ends.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - range: The bounds of the keys, and the direction.
    ///   - body: Called with a key and a value. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if a bound is too long or the store cannot be
    ///   read.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows visited, in either
    ///   direction.
    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws

    /// Caches rows while a batch is applied; `nil` in every store's own readers and writers, which access the stored
    /// rows directly.
    var stage: RowStage? { get }
}

extension ReadModelReader {
    /// Calls a closure with the rows of a table in the order of their keys, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - after: The iteration starts after this key; `nil` starts with the first row.
    ///   - body: Called with a key and a value. Returns whether to continue.
    /// - Throws: Errors of ``forEachRow(in:within:_:)``.
    public func forEachRow(
        in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try forEachRow(in: table, within: RowRange(from: after.map { .exclusive($0) }), body)
    }

    /// `nil`: rows are read and written directly.
    public var stage: RowStage? { nil }
}

/// Changes the tables of one model.
///
/// It is valid only inside the closure that it was passed to.
public protocol ReadModelWriter: ReadModelReader {
    /// Sets the state of the model.
    ///
    /// - Parameter state: The state.
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    func setState(_ state: ReadModelState) throws

    /// Sets the value under a key, replacing the old one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws

    /// Removes the row under a key, if there is one.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    func removeValue(for key: [UInt8], in table: UInt8) throws

    /// Removes all rows of these tables, and their state.
    ///
    /// A shadow then no longer exists.
    ///
    /// Later writes create tables of a new generation.
    ///
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    func removeAll() throws

    /// The shadow of the model, to be changed in the same transaction.
    ///
    /// - Returns: The shadow. If it does not exist, the first change creates it.
    /// - Throws: ``EventStoreError`` if the store cannot be read, or with code
    ///   ``EventStoreError/Code/invalidArgument`` if this is a shadow itself.
    func writableShadow() throws -> any ReadModelWriter

    /// Replaces the live tables and their state by the shadow.
    ///
    /// - Throws: ``EventStoreError`` if the store cannot be written, or with code
    ///   ``EventStoreError/Code/invalidArgument`` if there is no shadow.
    func replaceByShadow() throws
}

extension EventStoreError {
    /// The error for accessing the shadow of a shadow.
    ///
    /// - Returns: The error, with code ``Code/invalidArgument``.
    public static func shadowOfShadow() -> EventStoreError {
        .invalid("a shadow has no shadow: ask the live tables of the model for it")
    }

    /// The error for replacing the live tables if there is no shadow.
    ///
    /// - Returns: The error, with code ``Code/invalidArgument``.
    public static func noShadow() -> EventStoreError {
        .invalid("there is no shadow to replace the live tables: build one first")
    }
}
