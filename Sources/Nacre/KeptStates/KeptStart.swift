/// A kept state that a question about the past may start with, and what its model must state about itself.
package struct KeptStart: Sendable {
    /// The kept state.
    package let state: KeptState

    /// The state of a model that this projection has built from this log.
    package let expected: ReadModelState

    /// Creates a start from its parts.
    package init(_ state: KeptState, expecting expected: ReadModelState) {
        self.state = state
        self.expected = expected
    }

    /// Whether a store begins with the model that is expected.
    package func fits(_ models: any ReadModelStore) throws -> Bool {
        try models.read(state.model) { try $0.state() } == expected
    }

    /// Copies the state.
    ///
    /// - Parameter kept: The store of the kept states.
    /// - Returns: A temporary store with the model.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` if the model is not the expected one.
    func copy(in kept: any KeptStateStore) throws -> any ReadModelStore {
        let copy = try kept.copy(of: state)
        do {
            guard try fits(copy) else { throw Self.unfit(state) }
            return copy
        } catch {
            copy.close()
            throw error
        }
    }

    /// The error for a kept state that another projection, version or log has led to.
    package static func unfit(_ state: KeptState) -> EventStoreError {
        EventStoreError(
            .damaged, "it is not what this projection would build from this log up to position \(state.position)")
    }
}
