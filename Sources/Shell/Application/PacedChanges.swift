import DomainKit
public import ItemsDomain
import Nacre
import NacreRuntime
public import ProfileDomain
import Synchronization

/// A change feed for the live queries of one client, which lets them run again only after an interval.
///
/// Changes that come meanwhile are seen together, and the last one is never missed: the query runs after the pause.
final class PacedChanges: ChangeFeed {
    // API-23: A live query of a connection or a page runs at most every 50 milliseconds.

    private let base: any ChangeFeed
    private let interval: Duration
    private let lastMark = Mutex<ContinuousClock.Instant?>(nil)

    init(_ base: any ChangeFeed, interval: Duration) {
        self.base = base
        self.interval = interval
    }

    func mark() async throws -> UInt64 {
        // A live query reads the mark, and then runs.
        lastMark.withLock { $0 = .now }
        return try await base.mark()
    }

    func waitForChange(after mark: UInt64) async throws {
        try await base.waitForChange(after: mark)
        guard let last = lastMark.withLock({ $0 }) else { return }
        try await Task.sleep(until: last + interval, clock: .continuous)
    }
}

extension Application {
    /// The use cases of items for a client that may be slow or absent.
    ///
    /// - Parameters:
    ///   - access: The items: all, or those of one owner.
    ///   - interval: The shortest time between two runs of a live query, however fast changes come.
    /// - Returns: The use cases, for one client.
    public func items(for access: ItemAccess, observedEvery interval: Duration) -> ItemUseCases {
        let storage = itemStorage.limited(to: access)
        let paced = ItemStorage(
            repository: storage.repository, queries: storage.queries,
            changes: PacedChanges(storage.changes, interval: interval))
        return ItemUseCases(in: paced, for: .all, ids: idGenerator, retry: conflictRetry)
    }

    /// The use cases of profiles for a client that may be slow or absent.
    ///
    /// - Parameter interval: The shortest time between two runs of a live query, however fast changes come.
    /// - Returns: The use cases, for one client.
    public func profiles(observedEvery interval: Duration) -> ProfileUseCases {
        let storage = profileStorage
        let paced = ProfileStorage(
            repository: storage.repository, queries: storage.queries,
            changes: PacedChanges(storage.changes, interval: interval),
            changesOfUser: { PacedChanges(storage.changes(of: $0), interval: interval) })
        return ProfileUseCases(in: paced, time: runtime.storage.time, retry: conflictRetry)
    }
}
