public import DomainKit
public import Nacre
public import ProfileDomain

/// What can be asked about profiles, answered from the read model that ``ProfilesProjection`` keeps.
public struct ProjectedProfiles: ProfileQueries {
    private let model: UpToDateReadModel

    /// Creates queries.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the read model.
    ///   - update: What brings it up to date before it is looked at.
    public init(in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(ProfilesProjection.name, in: store, updatedBy: update)
    }

    /// What is known of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` where it was never set up.
    /// - Throws: `EventStoreError`, with code `projectionHalted` where the projection has stopped short.
    public func profile(_ id: UserID) async throws -> ProfileDetails? {
        try await model.read { reader in
            try ProfilesTables.profiles.firstRow(with: id.text, by: ProfilesTables.byUser, in: reader)?.row
        }
    }

    /// Some of the profiles, in the order in which they were set up.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles to return at most, from 1.
    /// - Returns: The profiles, and where to go on.
    /// - Throws: `EventStoreError`, with code `projectionHalted` where the projection has stopped short.
    /// - Complexity: O(*n*) in the number of profiles returned.
    public func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails> {
        try await model.read { reader in
            var page = Page<ProfileDetails>(elements: [], next: nil)
            var last = cursor
            try ProfilesTables.profiles.forEachRow(after: cursor?.position, in: reader) { position, profile in
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
