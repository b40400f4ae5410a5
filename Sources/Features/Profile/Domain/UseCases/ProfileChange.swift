import DomainKit

/// What all use cases that change a profile have in common: decide, save, and show the profile as it is then.
struct ProfileChange: Sendable {
    let repository: any ProfileRepository
    let queries: any ProfileQueries
    let retry: ConflictRetry

    func apply(_ command: ProfileCommand, to user: UserID) async throws -> ProfileDetails {
        do {
            try await repository.execute(command, on: user, retrying: retry)
        } catch let error as ProfileError {
            throw error.about(user)
        }
        guard let details = try await queries.profile(user) else {
            throw ProfileError(code: .notShown, user: user)
        }
        return details
    }
}
