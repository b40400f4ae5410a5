import DomainKit
public import ItemsDomain
import Nacre
import NacreRuntime
public import ProfileDomain

extension Application {
    // API-02: A change names the version that it is meant for, and the log decides whether it still holds.

    /// The use cases that change items, if those are at versions that the caller has seen.
    ///
    /// - Parameters:
    ///   - access: The items: all, or those of one owner.
    ///   - versions: The versions; at another one, a change throws a conflict (`ConflictError`), without retries.
    /// - Returns: The use cases. They create no items.
    public func items(for access: ItemAccess, at versions: Set<UInt64>) -> ItemUseCases {
        let storage = itemStorage.limited(to: access)
        let repository = ItemsAtVersions(versions: versions, base: storage.repository)
        return ItemUseCases(
            in: ItemStorage(
                repository: repository, queries: storage.queries, changes: storage.changes,
                observedQueries: storage.observedQueries), for: .all,
            ids: idGenerator, retry: ConflictRetry(attempts: 1))
    }

    /// The use cases that change profiles, if those are at versions that the caller has seen.
    ///
    /// - Parameter versions: The versions; at another one, a change throws a conflict (`ConflictError`), without
    ///   retries.
    /// - Returns: The use cases.
    public func profiles(at versions: Set<UInt64>) -> ProfileUseCases {
        let repository = ProfilesAtVersions(versions: versions, base: profileStorage.repository)
        return ProfileUseCases(
            in: ProfileStorage(
                repository: repository, queries: profileStorage.queries, changes: profileStorage.changes,
                observedQueries: profileStorage.observedQueries),
            time: runtime.storage.time, retry: ConflictRetry(attempts: 1))
    }
}

/// Items that can be changed at certain versions only.
///
/// Saving expects the version that was loaded, so no change can come in between.
private struct ItemsAtVersions: ItemRepository {
    let versions: Set<UInt64>
    let base: any ItemRepository

    func load(_ id: ItemID) async throws -> Versioned<Item> {
        let loaded = try await base.load(id)
        // An item that does not exist has no version to differ in: the decider refuses the command.
        guard loaded.version > 0, !versions.contains(loaded.version) else { return loaded }
        throw ConcurrencyConflict(stream: "item-\(id)", expected: versions.min() ?? 0, actual: loaded.version)
    }

    func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await base.save(events, for: id, expecting: version)
    }

    func details(of id: ItemID, at version: UInt64) async throws -> ItemDetails? {
        try await base.details(of: id, at: version)
    }

    func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        try await base.history(of: id)
    }
}

/// Profiles that can be changed at certain versions only.
private struct ProfilesAtVersions: ProfileRepository {
    let versions: Set<UInt64>
    let base: any ProfileRepository

    func load(_ id: UserID) async throws -> Versioned<Profile> {
        try await base.load(id)
    }

    func save(_ events: [ProfileEvent], for id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await base.save(events, for: id, expecting: version)
    }

    func execute(_ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry) async throws -> UInt64 {
        let actual = try await base.load(id).version
        guard actual == 0 || versions.contains(actual) else {
            throw ConcurrencyConflict(stream: "profile-\(id)", expected: versions.min() ?? 0, actual: actual)
        }
        return try await execute(command, on: id, expecting: actual)
    }

    func execute(_ commands: [ProfileCommand], on id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await base.execute(commands, on: id, expecting: version)
    }
}
