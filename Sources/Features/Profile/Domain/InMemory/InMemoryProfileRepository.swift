public import DomainKit

/// An in-memory repository of profiles with its read model.
///
/// It fulfils both protocols, except that nothing outlives the process.
public actor InMemoryProfileRepository: ProfileRepository, ProfileQueries {
    private struct Entry {
        var events: [ProfileEvent] = []
        var details: ProfileDetails?
    }

    /// Signals each change.
    public nonisolated let changes = ChangeSignal()

    private let time: any TimeSource
    private var entries: [UserID: Entry] = [:]
    private var profiles = ProfilesDecider.initialState

    /// The users in order of set-up: the one at index *i* has the cursor position *i* + 1.
    private var created: [UserID] = []

    /// Creates an empty repository.
    ///
    /// - Parameter time: The clock for event times.
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

    /// Appends events of a profile.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` if the profile is at another version.
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
        // Pages are in order of set-up, which the dictionary does not keep.
        if !wasCreated, entry.details != nil { created.append(id) }
        entries[id] = entry
        changes.changed()
        return UInt64(entry.events.count)
    }

    /// Decides a command with ``ProfilesDecider`` and records the events, in one step of the actor: conflicts cannot
    /// occur.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The user whose profile it is.
    ///   - retry: Ignored.
    /// - Returns: The profile's version afterwards.
    /// - Throws: ``ProfileError`` if the command is refused.
    /// - Complexity: O(*n*) in the number of the profile's events.
    @discardableResult
    public func execute(
        _ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry
    ) throws -> UInt64 {
        let events = try ProfilesDecider.decide(ProfilesDecider.Command(command, of: id), profiles)
        return try save(events.map(\.event), for: id, expecting: load(id).version)
    }

    /// Decides commands on a profile at a version, in one step of the actor.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version.
    /// - Returns: The profile's version afterwards.
    /// - Throws: ``ProfileError`` if a command is refused; `ConcurrencyConflict` at another version.
    /// - Complexity: O(*n*) in the number of the profile's events.
    public func execute(_ commands: [ProfileCommand], on id: UserID, expecting version: UInt64) throws -> UInt64 {
        let actual = load(id).version
        guard actual == version else {
            throw ConcurrencyConflict(stream: "profile-\(id)", expected: version, actual: actual)
        }
        var (state, events) = (profiles, [ProfilesDecider.Event]())
        for command in commands {
            let decided = try ProfilesDecider.decide(ProfilesDecider.Command(command, of: id), state)
            state = ProfilesDecider.replay(decided, from: state)
            events += decided
        }
        return try save(events.map(\.event), for: id, expecting: version)
    }

    /// The details of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` if it was never set up.
    /// - Complexity: O(1).
    public func profile(_ id: UserID) -> ProfileDetails? {
        entries[id]?.details
    }

    /// A page of profiles, in order of set-up.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, at least 1.
    /// - Returns: The profiles, and the cursor of the next page.
    /// - Complexity: O(*n*) in the number of profiles returned.
    public func profiles(after cursor: PageCursor?, limit: Int) -> Page<ProfileDetails> {
        let rest = created.indices.dropFirst(Int(clamping: cursor?.position ?? 0))
        let shown = rest.prefix(max(0, limit))
        return Page(
            elements: shown.compactMap { profile(created[$0]) },
            next: shown.count < rest.count ? PageCursor(position: UInt64(shown.endIndex)) : nil)
    }
}
