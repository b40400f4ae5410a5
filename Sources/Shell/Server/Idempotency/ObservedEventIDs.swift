import Nacre
import Synchronization

/// Sees whether a decision has asked for the ids of its events, which it does if it has any.
final class ObservedEventIDs: Sendable {
    private let inner: EventIDs
    private let wereUsed = Atomic(false)

    init(_ ids: EventIDs) { inner = ids }

    /// Whether an id was asked for.
    var isUsed: Bool { wereUsed.load(ordering: .relaxed) }

    /// The ids.
    var ids: EventIDs {
        EventIDs { [self] ordinal in
            wereUsed.store(true, ordering: .relaxed)
            return inner[ordinal]
        }
    }
}
