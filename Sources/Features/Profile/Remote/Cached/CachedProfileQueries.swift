import DomainKit
import FeatureCache
import ProfileDomain

/// The queries of cached profiles, without the age of answers.
struct CachedProfileQueries: ProfileQueries {
    let profiles: CachedProfiles

    /// Whether the caller observes the answers, and learns by a change what is new.
    let isObserved: Bool

    func profile(_ id: UserID) async throws -> ProfileDetails? {
        try await profiles.profile(id, isObserved: isObserved).value
    }

    func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails> {
        try await profiles.page(after: cursor, limit: limit, isObserved: isObserved).value
    }
}
