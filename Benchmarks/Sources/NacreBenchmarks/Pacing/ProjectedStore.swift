import Foundation
import Kernel
import Nacre
import Synchronization

/// A kernel with both of its projections catching up all the time.
struct ProjectedStore: AppendTarget {
    let kernel: Kernel

    /// Opens the kernel in a folder.
    ///
    /// - Parameters:
    ///   - folder: A folder, empty or with a store.
    ///   - durability: What an acknowledgement is worth.
    ///   - mapSize: The largest size of the store, in bytes of address space.
    /// - Throws: `EventStoreError` where it cannot be opened.
    init(_ folder: URL, durability: Durability, mapSize: Int) async throws {
        kernel = try await Kernel.open(
            at: folder.path,
            options: .init(
                durability: durability == .full ? .full : .riskingTheWholeStore, mapSize: mapSize,
                derivedMapSize: mapSize))
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await kernel.store.append(commit) }

    func head() async throws -> Position { try await kernel.store.head() }

    /// Runs a body while the projections catch up, over and over.
    ///
    /// - Parameter body: What to do meanwhile.
    /// - Returns: What `body` returns, and how far the projections were behind when it did.
    /// - Throws: What a projection throws.
    func projecting<Result: Sendable>(_ body: @Sendable () async -> Result) async throws -> (Result, lag: UInt64) {
        // Not by cancelling: that would end a projection in the middle of a batch.
        let isOver = Mutex(false)
        let catchingUp = Task { [kernel] in
            while !isOver.withLock({ $0 }) {
                let halts = try await kernel.catchUp()
                if let halt = halts.first { throw halt }
                // Each transaction of a read model is a sync of its file. Without a pause there would be one after every
                // few events, and the disk would be busy with what may as well be taken together.
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        let result = await body()
        let lag = try await kernel.projections().map(\.lag).max() ?? 0
        isOver.withLock { $0 = true }
        try await catchingUp.value
        return (result, lag)
    }
}
