public import DomainKit
public import Nacre
public import ProfileDomain

/// Profiles in an event store: each has a stream of its own, `profile-` and the id of the user.
public struct EventSourcedProfileRepository: ProfileRepository {
    private let profiles: Aggregates<ProfileDecider>
    private let decisions: Decisions<ProfilesDecider>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the streams.
    ///   - time: What says when something happens.
    public init(store: any EventStore, time: any TimeSource) {
        profiles = Aggregates(in: store, time: time)
        decisions = Decisions(in: store, codec: ProfilesEventCodec(), time: time)
    }

    /// Folds the events of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its state and version, events of foreign types counted.
    /// - Throws: `EventDecodingError`, and what the store throws.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: UserID) async throws -> Versioned<Profile> {
        try await profiles.load(id.text)
    }

    /// Records what has happened to a profile, in one commit.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order. With none, only the version is judged.
    ///   - id: The user whose profile it is.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict where the profile is at another version, and what else the store throws.
    public func save(_ events: [ProfileEvent], for id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await profiles.save(events, for: id.text, expecting: version)
    }

    /// Decides a command by `ProfilesDecider` and records what was decided, in one commit.
    ///
    /// It is decided on the user's stream, and on everything that tells who has the screen name that is wanted. What is
    /// decided takes effect only where nothing has come to either since.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - id: The user whose profile it is.
    ///   - retry: How often a conflict is met with another attempt.
    /// - Returns: The profile's version afterwards, events of foreign types counted.
    /// - Throws: `ProfileError` where the command is refused; the store's conflict where the last attempt met one too;
    ///   `EventDecodingError`, and what else the store throws.
    /// - Complexity: O(*n*) in the number of the profile's events and those that tell of the screen name.
    @discardableResult
    public func execute(
        _ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry
    ) async throws -> UInt64 {
        let stream = profiles.stream(of: id.text)
        let decision = try await decisions.execute(
            ProfilesDecider.Command(command, of: id), over: command.screenName?.claims, and: [stream], retrying: retry,
            appendingTo: stream)
        return decision.version(of: stream) ?? 0
    }
}
