public import DomainKit

/// Profiles in memory: the histories and, kept up to date with them, the read model.
///
/// It keeps every promise of the two protocols but that of lasting longer than the process.
public actor InMemoryProfileRepository: ProfileRepository, ProfileQueries {
    private struct Entry {
        var events: [ProfileEvent] = []
        var details: ProfileDetails?
    }

    /// Tells when something has happened.
    public nonisolated let changes = ChangeSignal()

    private let time: any TimeSource
    private var entries: [UserID: Entry] = [:]
    private var profiles = ProfilesDecider.initialState

    /// The users in the order of their set-up: the one at index *i* has the cursor position *i* + 1.
    private var created: [UserID] = []

    /// Creates an empty repository.
    ///
    /// - Parameter time: What says when something happens.
    public init(time: any TimeSource) {
        self.time = time
    }

    /// Folds the events of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its state and version.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: UserID) -> Versioned<Profile> {
        let events = entries[id]?.events ?? []
        return Versioned(state: ProfileDecider.replay(events), version: UInt64(events.count))
    }

    /// Records what has happened to a profile.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - id: The user whose profile it is.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` where the profile is at another version.
    public func save(
        _ events: [ProfileEvent], for id: UserID, expecting version: UInt64
    ) throws(ConcurrencyConflict) -> UInt64 {
        var entry = entries[id] ?? Entry()
        let actual = UInt64(entry.events.count)
        guard actual == version else {
            throw ConcurrencyConflict(stream: "profile-\(id)", expected: version, actual: actual)
        }
        guard !events.isEmpty else { return version }
        let now = time.now()
        let wasCreated = entry.details != nil
        for event in events {
            entry.events.append(event)
            profiles.evolve(event, of: id)
            ProfileDetails.evolve(&entry.details, event, of: id, at: now, version: UInt64(entry.events.count))
        }
        if !wasCreated, entry.details != nil { created.append(id) }
        entries[id] = entry
        changes.changed()
        return UInt64(entry.events.count)
    }

    /// Decides a command by ``ProfilesDecider`` and records what was decided, in one step: nobody can be faster.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - id: The user whose profile it is.
    ///   - retry: Of no use here.
    /// - Returns: The profile's version afterwards.
    /// - Throws: ``ProfileError`` where the command is refused.
    /// - Complexity: O(*n*) in the number of the profile's events.
    @discardableResult
    public func execute(
        _ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry
    ) throws -> UInt64 {
        let events = try ProfilesDecider.decide(ProfilesDecider.Command(command, of: id), profiles)
        return try save(events.map(\.event), for: id, expecting: load(id).version)
    }

    /// What is known of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` where it was never set up.
    /// - Complexity: O(1).
    public func profile(_ id: UserID) -> ProfileDetails? {
        entries[id]?.details
    }

    /// Some of the profiles, in the order in which they were set up.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles to return at most, from 1.
    /// - Returns: The profiles, and where to go on.
    /// - Complexity: O(*n*) in the number of profiles returned.
    public func profiles(after cursor: PageCursor?, limit: Int) -> Page<ProfileDetails> {
        let rest = created.indices.dropFirst(Int(clamping: cursor?.position ?? 0))
        let shown = rest.prefix(max(0, limit))
        return Page(
            elements: shown.compactMap { profile(created[$0]) },
            next: shown.count < rest.count ? PageCursor(position: UInt64(shown.endIndex)) : nil)
    }
}
