internal import Synchronization

/// The rows that one part of a batch has kept in memory, for the next batch: as long as nobody else changes the tables, they
/// are what is in them, and need not be read again.
final class KeptRows: Sendable {
    /// What is known of rows, and of which tables.
    struct Content: Sendable {
        let tables: [(any KeptTable)?]
        let count: Int

        /// The number of the batch that has put them together.
        let batch: UInt32

        /// What tells the tables from others.
        let generation: UInt64?

        /// Among how many threads the streams were divided: each knows the rows of its own part alone.
        let parts: Int
    }

    private struct State {
        var content: Content?

        /// The state of the tables, once what the batch has changed is written.
        var tables: ReadModelState?
    }

    private let state = Mutex(State())

    /// Takes the rows out, where they are those of these tables.
    ///
    /// - Parameters:
    ///   - tables: The state in which the tables were found.
    ///   - generation: What tells them from others.
    ///   - parts: Among how many threads the streams are divided.
    /// - Returns: The rows; `nil` where they would have to be read again.
    func take(in tables: ReadModelState?, generation: UInt64?, parts: Int) -> Content? {
        let (content, known) = state.withLock { state in
            defer { state = State() }
            return (state.content, state.tables)
        }
        guard let content, let known, known == tables, content.generation == generation, content.parts == parts
        else { return nil }
        return content
    }

    /// Keeps rows, which are of use once they are confirmed.
    func put(_ content: Content) {
        state.withLock { $0 = State(content: content) }
    }

    /// Tells that what the batch has changed is written.
    ///
    /// - Parameter tables: The state in which the tables are now.
    func confirm(_ tables: ReadModelState) {
        state.withLock { state in
            // Rows of an earlier batch are not what is in the tables any more.
            state = state.tables == nil ? State(content: state.content, tables: tables) : State()
        }
    }
}
