import Nacre
import Synchronization

/// What the clients of a mixed load know of each other.
final class MixedState: Sendable {
    private let head: Atomic<UInt64>
    private let made: Atomic<Int>
    private let known: Atomic<Int>

    /// Begins with what the store was filled with.
    init(head: Position, streams: Int) {
        self.head = Atomic(head)
        made = Atomic(streams)
        known = Atomic(streams)
    }

    /// Up to where appends were acknowledged, to whichever client.
    var acknowledged: Position { head.load(ordering: .acquiring) }

    func acknowledge(_ position: Position) { head.max(position, ordering: .acquiringAndReleasing) }

    /// The number of a stream that nobody has made.
    func nextStream() -> Int { made.add(1, ordering: .relaxed).oldValue }

    /// How many streams there are, up to the last one that was made.
    var streams: Int { known.load(ordering: .relaxed) }

    func make(_ stream: Int) { known.max(stream + 1, ordering: .relaxed) }
}
