import Nacre
import Synchronization

/// State shared by the clients of a mixed load.
final class MixedState: Sendable {
    private let head: Atomic<UInt64>
    private let made: Atomic<Int>
    private let known: Atomic<Int>

    /// Begins with the filled store.
    init(head: Position, streams: Int) {
        self.head = Atomic(head)
        made = Atomic(streams)
        known = Atomic(streams)
    }

    /// The last position acknowledged to any client.
    var acknowledged: Position { head.load(ordering: .acquiring) }

    func acknowledge(_ position: Position) { head.max(position, ordering: .acquiringAndReleasing) }

    /// The number of a new stream.
    func nextStream() -> Int { made.add(1, ordering: .relaxed).oldValue }

    /// The number of streams, up to the last one created.
    var streams: Int { known.load(ordering: .relaxed) }

    func make(_ stream: Int) { known.max(stream + 1, ordering: .relaxed) }
}
