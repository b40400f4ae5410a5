package import Nacre

/// That an event's block is whole, and follows the block before it.
package struct EventProof: Hashable, Sendable {
    /// The position of the first event of its block.
    package let firstOfBlock: Position

    /// The checkpoint at the event, with the checksum of its block.
    package let checkpoint: Checkpoint

    /// Verifies the block of an event, the block before it, and that one refers to the other.
    ///
    /// Events of one block have checkpoints with the same fingerprint, which is the checksum of the block.
    ///
    /// - Throws: `EventStoreError` with code `damaged` if it does not hold.
    package init(of position: Position, in store: any EventStore) async throws {
        checkpoint = try await store.checkpoint(at: position)
        // Invariant: the event at `first` is in the block, that at `below` is not, or is before everything.
        var (first, below, step) = (position, Position(0), Position(1))
        while first - below > 1 {
            let candidate = below > 0 ? below + (first - below) / 2 : first - min(step, first - 1)
            if try await store.checkpoint(at: candidate).fingerprint == checkpoint.fingerprint {
                first = candidate
                step *= 2
            } else {
                below = candidate
            }
        }
        firstOfBlock = first
        // A scan verifies the checksums of what it reads and, from the block before on, that one follows the other.
        guard let log = store.mappedLog else { return }
        try await SerialBlockingExecutor(named: "proof").run { [first] in
            try log.scan(after: first > 1 ? first - 2 : 0, while: { $0.position < position })
        }
    }
}
