internal import Synchronization

/// Read models in memory: every promise of ``ReadModelStore``, but what it holds ends with it.
///
/// Threading: members may be called from any thread; a write waits for the write before it, a read waits for nothing.
/// A write inside the body of a write would wait for itself.
public final class InMemoryReadModelStore: ReadModelStore {
    /// Which projections of this program keep the models.
    public let projections = ProjectionRegistry()

    // Names are compared as bytes. `nil` once the store is closed.
    private let models: Mutex<[[UInt8]: InMemoryReadModel]?> = Mutex([:])

    // Held while a body changes its copy, so that reads can go on.
    private let writing = Mutex(())

    /// Makes an empty store.
    public init() {}

    /// Looks at one model, in a snapshot that later writes do not change.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Reads the tables.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and ``EventStoreError`` where the store is closed.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try body(InMemoryReadModelTransaction(model: try current(model)))
    }

    /// Changes one model, all of it or nothing.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - body: Changes the tables; what it throws undoes all changes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and ``EventStoreError`` where the store is closed.
    /// - Complexity: A first change of a table copies its rows, so that snapshots stay what they are; putting a new key
    ///   moves the rows behind it.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        var result: Result?
        try writing.withLock { _ in
            let transaction = InMemoryReadModelTransaction(model: try current(model))
            let answer = try body(transaction)
            try replace(model, with: transaction.model)
            result = answer
        }
        guard let result else { throw Self.closed }
        return result
    }

    /// The names of the models that anything was written to, in the order of their bytes.
    ///
    /// - Returns: The names.
    /// - Throws: ``EventStoreError`` where the store is closed.
    public func names() throws -> [String] {
        try models.withLock { models in
            guard let models else { throw Self.closed }
            return models.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Forgets everything; safe to call twice.
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
