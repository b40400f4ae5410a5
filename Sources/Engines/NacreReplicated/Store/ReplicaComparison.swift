public import Nacre
internal import NacreLMDB

/// Compares the replicas of a store, such as those of two nodes.
///
/// Replicas hold the same blocks. The checksum at a position is that of its block, which covers all blocks before it, so
/// that one comparison at the end decides, and a binary search finds the first difference.
public enum ReplicaComparison {
    /// The first position at which two replicas differ.
    ///
    /// They are compared as far as both of them reach, by their own reads: compare local ones, such as
    /// ``ReplicatedEventStore/local``, or folders that are open read-only.
    ///
    /// - Parameters:
    ///   - first: A replica.
    ///   - second: Another one.
    /// - Returns: The position; 0 if they are different stores; `nil` if they agree.
    /// - Throws: `EventStoreError` if a replica cannot be read.
    /// - Complexity: O(log *n*) reads in the number of events.
    public static func firstDifference(
        between first: some EventStore, and second: some EventStore
    ) async throws -> Position? {
        guard first.id == second.id else { return 0 }
        let end = min(try await first.head(), try await second.head())
        func agree(at position: Position) async throws -> Bool {
            try await first.checkpoint(at: position) == second.checkpoint(at: position)
        }
        if try await agree(at: end) { return nil }
        guard try await agree(at: 0) else { return 0 }
        var (low, high) = (Position(0), end)
        // They agree at `low`, and differ at `high`.
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try await agree(at: middle) { low = middle } else { high = middle }
        }
        return high
    }
}

extension ReplicatedEventStore {
    /// The checksums of this node's replica at some positions, for comparing it with those of other nodes.
    ///
    /// - Parameter positions: The positions, none beyond what this node has followed.
    /// - Returns: A checkpoint for each: its fingerprint is the checksum of the block at the position.
    /// - Throws: `EventStoreError`: `noSuchPosition`, `damaged`.
    public func checkpoints(at positions: [Position]) async throws -> [Checkpoint] {
        var checkpoints: [Checkpoint] = []
        for position in positions { checkpoints.append(try await replica.checkpoint(at: position)) }
        return checkpoints
    }
}
