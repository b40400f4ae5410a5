internal import Synchronization

/// A ``ReadModelStore`` in memory, for tests and temporary read models.
///
/// Its contents are lost when it is released.
///
/// Threading: members may be called from any thread. A write waits for the write before it; a read never waits. A
/// write inside the body of a write deadlocks.
public final class InMemoryReadModelStore: ReadModelStore {
    /// The projections of this program that own the models.
    public let projections = ProjectionRegistry()

    // Keyed by the bytes of names; `nil` once the store is closed.
    private let models: Mutex<[[UInt8]: InMemoryReadModel]?> = Mutex([:])

    // Serializes writes. Each changes its own copy, so that reads can continue.
    private let writing = Mutex(())

    /// Creates an empty store.
    public init() {}

    /// Reads one model in a snapshot.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Called with a reader of the tables.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if the store is closed.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try body(InMemoryReadModelTransaction(model: try current(model)))
    }

    /// Changes one model in a transaction.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Called with a writer of the tables. If it throws, all changes are rolled back.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if the store is closed.
    /// - Complexity: The first change of a table copies its rows, to keep snapshots unchanged. Inserting a key moves
    ///   the rows after it.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        var result: Result?
        try writing.withLock { _ in
            let transaction = InMemoryReadModelTransaction(model: try current(model))
            // A body that throws leaves its copy unused, which rolls its changes back.
            let answer = try body(transaction)
            try replace(model, with: transaction.model)
            result = answer
        }
        guard let result else { throw Self.closed }
        return result
    }

    /// The names of all models that have been written, sorted by their bytes.
    ///
    /// - Returns: The names.
    /// - Throws: ``EventStoreError`` if the store is closed.
    public func names() throws -> [String] {
        try models.withLock { models in
            guard let models else { throw Self.closed }
            return models.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Discards all models.
    ///
    /// Safe to call twice.
    public func close() {
        models.withLock { $0 = nil }
    }

    private func current(_ name: String) throws -> InMemoryReadModel {
        try ReadModelLimits.validate(name: name)
        return try models.withLock { models in
            guard let models else { throw Self.closed }
            return models[[UInt8](name.utf8)] ?? InMemoryReadModel()
        }
    }

    private func replace(_ name: String, with model: InMemoryReadModel) throws {
        try models.withLock { models in
            guard models != nil else { throw Self.closed }
            models?[[UInt8](name.utf8)] = model
        }
    }

    private static var closed: EventStoreError {
        EventStoreError(.closed, "the read-model store is closed: open it again", outcome: .notWritten)
    }
}
