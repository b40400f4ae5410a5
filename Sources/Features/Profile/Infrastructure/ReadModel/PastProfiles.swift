public import DomainKit
public import Nacre
public import ProfileDomain

/// Queries on profiles as of a past moment: one profile is folded from its own stream, lists are answered from a read
/// model.
public struct PastProfiles: ProfileQueries {
    // PROJ-38: One thing as of a moment is folded from its own stream.

    private let store: any EventStore
    private let position: Position
    private let applies: @Sendable (RecordedEvent) -> Bool
    private let sealing: (any PersonalDataSealing)?
    private let lists: ProjectedProfiles
    private let codec = ProfileEventCodec()

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - position: The last position that the moment sees.
    ///   - sealing: Opens sealed fields; without it, queries that meet one throw `PersonalDataError` `unavailable`.
    ///   - lists: The queries on a read model as of the same moment.
    ///   - applies: Whether the read model applies an event up to that position.
    public init(
        in store: any EventStore, upTo position: Position, sealing: (any PersonalDataSealing)? = nil,
        lists: ProjectedProfiles, applying applies: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        self.store = store
        self.position = position
        self.applies = applies
        self.sealing = sealing
        self.lists = lists
    }

    /// The details of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` if it was not set up by then, or was erased together with the user's account.
    /// - Throws: `EventDecodingError` if an event of the profile cannot be decoded; errors of the store.
    /// - Complexity: O(*n*) in the events of the profile up to the moment, however long the log is.
    public func profile(_ id: UserID) async throws -> ProfileDetails? {
        var row: ProfileRow?
        for try await event in store.read("\(ProfileEvent.category)-\(id.text)") {
            guard event.position <= position else { break }
            guard applies(event) else { continue }
            let logged = try codec.logged(event.view)
            if row != nil {
                row?.evolve(logged, at: event.time, version: event.version)
            } else if let logged {
                row = ProfileRow(logged, of: id, at: event.time, version: event.version)
            }
        }
        return try row.flatMap { try $0.opened(with: sealing) }
    }

    /// A page of profiles, from the read model.
    public func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails> {
        try await lists.profiles(after: cursor, limit: limit)
    }
}
