import Nacre
import Synchronization

/// The work of a mixed load's clients, on a store that was filled before.
struct MixedLoad: Hashable, Sendable {
    var name: String

    var shares: OperationShares
    var clients: Int
    var distribution: KeyDistribution
    var exponent: Double

    /// The maximum number of events in a query or the newest page.
    var limit: Int

    /// The number of retries after which an update is given up.
    var retries: Int

    /// The number of operations of all clients after which a slice ends; `nil` if only the time ends it.
    var operations: Int?

    var seed: UInt64
}

final class MixedState: Sendable {
    private let head: Atomic<UInt64>
    private let made: Atomic<Int>
    private let known: Atomic<Int>

    init(head: Position, streams: Int) {
        self.head = Atomic(head)
        made = Atomic(streams)
        known = Atomic(streams)
    }

    /// The last position acknowledged to any client.
    var acknowledged: Position { head.load(ordering: .acquiring) }

    func acknowledge(_ position: Position) { head.max(position, ordering: .acquiringAndReleasing) }

    func nextStream() -> Int { made.add(1, ordering: .relaxed).oldValue }

    /// The number of streams, up to the last one created.
    var streams: Int { known.load(ordering: .relaxed) }

    func make(_ stream: Int) { known.max(stream + 1, ordering: .relaxed) }
}
