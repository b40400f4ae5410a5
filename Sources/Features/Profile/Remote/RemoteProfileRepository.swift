public import DomainKit
public import FeatureAPI
public import ProfileDomain

/// Profiles at a server: that of the session's account, and, for operators, all.
///
/// Commands are decided by the server, which knows all screen names.
public struct RemoteProfileRepository: ProfileRepository {
    private let client: APIClient

    /// Creates a repository.
    ///
    /// - Parameter client: The client of the server.
    public init(_ client: APIClient) {
        self.client = client
    }

    /// Fetches a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its state and version; the initial state and version 0 if it was not set up.
    /// - Throws: `ProfileError` `networkUnreachable`, `sessionExpired` or `serverError`.
    public func load(_ id: UserID) async throws -> Versioned<Profile> {
        guard let details = try await client.profile(id) else {
            return Versioned(state: ProfileDecider.initialState, version: 0)
        }
        return Versioned(
            state: .complete(screenName: details.screenName, birthday: details.birthday), version: details.version)
    }

    /// Sends the changes that events stand for; the server decides them again, by the rules of screen names too.
    ///
    /// - Parameters:
    ///   - events: The events, in order, at most 100. If empty, only the version is checked.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version afterwards.
    /// - Throws: A conflict at another version; `ProfileError` if the server refuses a change, or cannot be reached.
    public func save(_ events: [ProfileEvent], for id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await send(ProfileChangesMessage(events), for: id, expecting: version)
    }

    /// Sends a command with the version of the profile, again after a conflict.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The user whose profile it is.
    ///   - retry: The retry policy for conflicts.
    /// - Returns: The profile's version afterwards.
    /// - Throws: `ProfileError` if the command is refused, or the server cannot be reached; the last conflict.
    @discardableResult
    public func execute(
        _ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry
    ) async throws -> UInt64 {
        try await retry { try await execute([command], on: id, expecting: load(id).version) }
    }

    /// Sends commands for a profile at a version.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order, at most 100.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version.
    /// - Returns: The profile's version afterwards.
    /// - Throws: A conflict at another version; `ProfileError` if a command is refused, or the server cannot be reached.
    public func execute(_ commands: [ProfileCommand], on id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await send(ProfileChangesMessage(commands), for: id, expecting: version)
    }

    private func send(
        _ message: ProfileChangesMessage, for id: UserID, expecting version: UInt64
    ) async throws -> UInt64 {
        guard !message.changes.isEmpty else {
            let actual = try await load(id).version
            guard actual == version else {
                throw ConcurrencyConflict(stream: "profile-\(id)", expected: version, actual: actual)
            }
            return actual
        }
        let screenName = message.changes.last { $0.screenName != nil }?.screenName
        return try await mappingErrors(about: id, screenName: screenName, expecting: version) {
            try await client.call(ProfileEndpoints.revise, ProfileParameters(id), message, if: .versions([version]))
                .version
        }
    }
}
