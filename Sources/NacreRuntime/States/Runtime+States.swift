public import Nacre

extension Runtime {
    /// The categories whose streams have a declared decider, in the order of declaration.
    package var decidedCategories: [String] { deciders.map(\.category) }

    /// The fold of a stream without events.
    ///
    /// - Parameter category: The category of the stream.
    /// - Returns: The fold; `nil` if no decider is declared for the category.
    package func fold(for category: String) -> (any StateFolding)? {
        deciders.first { $0.category.utf8.elementsEqual(category.utf8) }?.emptyFold
    }

    /// The state of a stream, folded by the declared decider of its category.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - moment: The moment; `nil` for the present.
    /// - Returns: The state, the initial one if the stream has no events by then; `nil` if no decider is declared for
    ///   the category.
    /// - Throws: `EventStoreError`: `noSuchPosition` if the position is beyond the head; other codes if the log cannot
    ///   be read. `EventDecodingError` if an event of a known type cannot be decoded.
    /// - Complexity: O(*n*) in the events of the stream up to the moment, however long the log is.
    public func state(of stream: StreamName, asOf moment: Moment? = nil) async throws -> StateValue? {
        guard var fold = fold(for: stream.category) else { return nil }
        try await forEachEvent(of: stream, in: extent(of: moment)) { event in _ = try fold.apply(event) }
        return fold.value
    }
}
