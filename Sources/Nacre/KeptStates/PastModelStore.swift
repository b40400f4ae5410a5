internal import Synchronization

/// Temporary read models as of a moment, each in a store of its own that begins with the nearest kept state that fits.
///
/// A store is opened when its model is first used.
final class PastModelStore: ReadModelStore {
    // PROJ-40: A kept state is used only if it is what this projection has built from this log.

    let projections = ProjectionRegistry()

    private struct Opened {
        var stores: [[UInt8]: any ReadModelStore] = [:]
        var isClosed = false
    }

    private let opened = Mutex(Opened())
    private let starts: [KeptStart]
    private let kept: any KeptStateStore
    private let makeScratch: @Sendable () throws -> any ReadModelStore
    private let notice: @Sendable (KeptState, any Error) -> Void

    /// - Parameters:
    ///   - starts: The kept states that may be used.
    ///   - kept: The store of the kept states.
    ///   - makeScratch: Creates an empty temporary store.
    ///   - notice: Called with a state that is not used because it does not fit or cannot be read, and the error.
    init(
        from starts: [KeptStart], in kept: any KeptStateStore,
        makeScratch: @escaping @Sendable () throws -> any ReadModelStore,
        notice: @escaping @Sendable (KeptState, any Error) -> Void
    ) {
        self.starts = starts
        self.kept = kept
        self.makeScratch = makeScratch
        self.notice = notice
    }

    private func store(of model: String) throws -> any ReadModelStore {
        // Other users wait for the first one: a model has one store.
        try opened.withLock { opened in
            guard !opened.isClosed else { throw EventStoreError(.closed, "the read models of the past are closed") }
            let key = [UInt8](model.utf8)
            if let store = opened.stores[key] { return store }
            let store = try nearest(of: model) ?? makeScratch()
            opened.stores[key] = store
            return store
        }
    }

    /// A copy of the last kept state of a model that fits.
    private func nearest(of model: String) -> (any ReadModelStore)? {
        for start in starts.filter({ $0.state.model == model }).sorted(by: { $0.state.position > $1.state.position }) {
            do {
                return try start.copy(in: kept)
            } catch {
                // The answer is then built from an earlier state, or from the log alone.
                notice(start.state, error)
            }
        }
        return nil
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try store(of: model).read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try store(of: model).write(model, body)
    }

    func names() throws -> [String] {
        try opened.withLock { Array($0.stores.values) }.flatMap { try $0.names() }.sorted()
    }

    func close() {
        let stores = opened.withLock { opened in
            defer { opened = Opened(isClosed: true) }
            return Array(opened.stores.values)
        }
        for store in stores { store.close() }
    }
}
