import Nacre
import Synchronization

/// Read models that are opened when they are first used, so that a program that only looks at the log never opens them.
final class DeferredReadModels: ReadModelStore {
    // IDX-21: A store that is opened for reading opens its read models on their first use.

    let projections = ProjectionRegistry()

    private enum State {
        case unopened
        case opened(any ReadModelStore)
        case closed
    }

    private let state = Mutex(State.unopened)
    private let open: @Sendable () throws -> any ReadModelStore

    /// - Parameter open: Opens the read models; called again if it has failed.
    init(_ open: @escaping @Sendable () throws -> any ReadModelStore) {
        self.open = open
    }

    private func models() throws -> any ReadModelStore {
        // Other users wait for the first one, because a file must not be opened twice.
        try state.withLock { state in
            switch state {
            case .opened(let models): return models
            case .closed: throw EventStoreError(.closed, "the store of read models is closed: open it again")
            case .unopened:
                let models = try open()
                state = .opened(models)
                return models
            }
        }
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try models().read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try models().write(model, body)
    }

    func names() throws -> [String] { try models().names() }

    func close() {
        let opened = state.withLock { state in
            defer { state = .closed }
            return if case .opened(let models) = state { models } else { nil as (any ReadModelStore)? }
        }
        opened?.close()
    }
}
