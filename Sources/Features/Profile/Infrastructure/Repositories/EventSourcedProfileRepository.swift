public import DomainKit
public import Nacre
public import ProfileDomain

/// Profiles in an event store: each has its own stream, `profile-` followed by the user's id.
public struct EventSourcedProfileRepository: ProfileRepository {
    private let profiles: Aggregates<ProfileDecider>
    private let decisions: Decisions<ProfilesDecider>
    private let store: any EventStore
    private let time: any TimeSource
    private let sealing: (any PersonalDataSealing)?

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that holds the streams.
    ///   - time: The clock for event times.
    ///   - sealing: Seals the fields of users that have an account; without it, they are written in clear, and sealed
    ///     profiles cannot be loaded.
    public init(store: any EventStore, time: any TimeSource, sealing: (any PersonalDataSealing)? = nil) {
        self.store = store
        self.time = time
        self.sealing = sealing
        profiles = Self.profiles(in: store, time, ProfileEventCodec(sealing: sealing))
        decisions = Decisions(in: store, codec: ProfilesEventCodec(sealing: sealing), time: time)
    }

    private static func profiles(
        in store: any EventStore, _ time: any TimeSource, _ codec: ProfileEventCodec
    ) -> Aggregates<ProfileDecider> {
        Aggregates(ProfileEvent.category, in: store, codec: codec, time: time)
    }

    /// Folds the events of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its state, and its version, which counts events of foreign types too.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: UserID) async throws -> Versioned<Profile> {
        try await profiles.load(id.text)
    }

    /// Appends events of a profile in one commit.
    ///
    /// - Parameters:
    ///   - events: The events, in order. If empty, only the version is checked.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict if the profile is at another version, `PersonalDataError` `erased` if the user's
    ///   account was deleted, and other errors of the store.
    public func save(_ events: [ProfileEvent], for id: UserID, expecting version: UInt64) async throws -> UInt64 {
        let profiles = Self.profiles(in: store, time, ProfileEventCodec(sealing: sealing, user: id))
        return try await profiles.save(events, for: id.text, expecting: version)
    }

    /// Decides a command with `ProfilesDecider` and appends the events in one commit.
    ///
    /// The decision is based on the user's stream and on all events about the requested screen name. The commit
    /// fails if either has gained events since.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The user whose profile it is.
    ///   - retry: The retry policy for conflicts.
    /// - Returns: The profile's version afterwards, which counts events of foreign types too.
    /// - Throws: `ProfileError` if the command is refused; the store's conflict if the last retry met one;
    ///   `EventDecodingError`, and other errors of the store.
    /// - Complexity: O(*n*) in the events of the profile and of the screen name.
    @discardableResult
    public func execute(
        _ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry
    ) async throws -> UInt64 {
        let stream = profiles.stream(of: id.text)
        let decision = try await decisions.execute(
            ProfilesDecider.Command(command, of: id), over: command.screenName?.claims(hashedBy: sealing),
            and: [stream], retrying: retry,
            appendingTo: stream)
        return decision.version(of: stream) ?? 0
    }

    /// Decides commands with `ProfilesDecider` on a profile at a version, and appends the events in one commit.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version.
    /// - Returns: The profile's version afterwards, which counts events of foreign types too.
    /// - Throws: `ProfileError` if a command is refused; a conflict at another version, or if a screen name has changed
    ///   hands meanwhile; `EventDecodingError`, and other errors of the store.
    /// - Complexity: O(*n*) in the events of the profile and of the screen names, for each command.
    public func execute(
        _ commands: [ProfileCommand], on id: UserID, expecting version: UInt64
    ) async throws -> UInt64 {
        let stream = profiles.stream(of: id.text)
        return try await store.decide(retrying: ConflictRetry(attempts: 1)) { decision in
            let actual = try await decision.load(id.text, in: profiles).version
            guard actual == version else {
                throw ConcurrencyConflict(stream: stream.text, expected: version, actual: actual)
            }
            for command in commands {
                try await decision.execute(
                    ProfilesDecider.Command(command, of: id), over: command.screenName?.claims(hashedBy: sealing),
                    and: [stream], in: decisions, appendingTo: stream)
            }
            return decision.version(of: stream) ?? version
        }.value
    }
}
