public import DomainKit
public import Nacre
public import ProfileDomain

/// Queries on profiles, answered from the read model of ``ProfilesProjection``.
public struct ProjectedProfiles: ProfileQueries {
    private let model: UpToDateReadModel
    private let sealing: (any PersonalDataSealing)?

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - store: The store that holds the read model.
    ///   - update: Brings the read model up to date before each query.
    ///   - sealing: Opens sealed fields; without it, queries that meet one throw `PersonalDataError` `unavailable`.
    public init(
        in store: any ReadModelStore, updatedBy update: any ReadModelUpdating,
        sealing: (any PersonalDataSealing)? = nil
    ) {
        self.sealing = sealing
        model = UpToDateReadModel(ProfilesProjection.name, in: store, updatedBy: update)
    }

    /// The details of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` if it was never set up, or was erased together with the user's account.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    public func profile(_ id: UserID) async throws -> ProfileDetails? {
        try await model.read { reader in
            let found = try ProfilesTables.profiles.firstRow(with: id.text, by: ProfilesTables.byUser, in: reader)
            return try found.flatMap { try $0.row.opened(with: sealing) }
        }
    }

    /// A page of profiles, in order of set-up.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, at least 1.
    /// - Returns: The profiles, and the cursor of the next page.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    /// - Complexity: O(*n*) in the number of profiles returned.
    public func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails> {
        try await model.read { reader in
            var page = Page<ProfileDetails>(elements: [], next: nil)
            var last = cursor
            try ProfilesTables.profiles.forEachRow(after: cursor?.position, in: reader) { position, row in
                guard let profile = try row.opened(with: sealing) else { return true }
                // The row after the page shows that there is a next page.
                guard page.elements.count < limit else {
                    page.next = last
                    return false
                }
                page.elements.append(profile)
                last = PageCursor(position: position)
                return true
            }
            return page
        }
    }
}
