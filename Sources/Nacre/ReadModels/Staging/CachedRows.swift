internal import Synchronization

/// Rows that one part of a batch has cached in memory for the next batch.
///
/// They are valid as long as no other writer changes the tables, and save reading the rows again.
final class CachedRows: Sendable {
    /// Cached rows, and the tables that they belong to.
    struct Content: Sendable {
        let tables: [(any CachedTable)?]
        let count: Int

        /// The number of the batch that cached the rows.
        let batch: UInt32

        /// The generation of the tables.
        let generation: UInt64?

        /// The number of threads that the streams were divided among.
        ///
        /// Each caches only the rows of its own part.
        let parts: Int
    }

    private struct State {
        var content: Content?

        /// The state of the tables after the batch's changes were written.
        var tables: ReadModelState?
    }

    private let state = Mutex(State())

    /// Removes and returns the rows, if they belong to the given tables.
    ///
    /// - Parameters:
    ///   - tables: The state in which the tables were found.
    ///   - generation: The generation of the tables.
    ///   - parts: The number of threads that the streams are divided among.
    /// - Returns: The rows; `nil` if they have to be read again.
    func take(in tables: ReadModelState?, generation: UInt64?, parts: Int) -> Content? {
        let (content, known) = state.withLock { state in
            defer { state = State() }
            return (state.content, state.tables)
        }
        guard let content, let known, known == tables, content.generation == generation, content.parts == parts
        else { return nil }
        return content
    }

    /// Caches rows.
    ///
    /// They are used only after ``confirm(_:)``.
    func put(_ content: Content) {
        state.withLock { $0 = State(content: content) }
    }

    /// Confirms that the batch's changes were written.
    ///
    /// - Parameter tables: The new state of the tables.
    func confirm(_ tables: ReadModelState) {
        state.withLock { state in
            // The tables no longer match rows that an earlier batch cached.
            state = state.tables == nil ? State(content: state.content, tables: tables) : State()
        }
    }
}
