package import Nacre

/// The rules of a commit that did not hold, as a token refers to them.
///
/// It holds no text: a name, a tag or an actor is the place of an event that has it.
package struct RefusedCommit: Hashable {
    // FEAT-58: A token of a refused append refers to names by positions.

    /// A rule that did not hold.
    package enum Rule: Hashable {
        /// A stream was not at the expected version. The position is that of its last event then; `nil` if it did not
        /// exist.
        case version(expected: Expectation, actual: StreamVersion, last: Position?)

        /// Events after a position, up to the head, matched one of the items; without items, any event did.
        case query(after: Position, head: Position, items: [Item]?)
    }

    /// An item of a query, whose terms are places in the log.
    package struct Item: Hashable {
        /// Events of the types, the categories, and for each key of a context of the values.
        var types: [Position] = []
        var categories: [Position] = []
        var contexts: [[Position]] = ContextKey.allCases.map { _ in [] }

        /// Events with the tags, and the index of the tag in each.
        var tags: [TagPlace] = []
    }

    /// A tag of an event.
    package struct TagPlace: Hashable {
        let position: Position
        let index: Int
    }

    let store: StoreID
    let rules: [Rule]
}
