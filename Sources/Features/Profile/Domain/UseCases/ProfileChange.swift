import DomainKit

/// What all use cases that change a profile have in common: decide, save, and show the profile as it is then.
struct ProfileChange: Sendable {
    let repository: any ProfileRepository
    let queries: any ProfileQueries
    let retry: ConflictRetry

    func apply(_ command: ProfileCommand, to user: UserID) async throws -> ProfileDetails {
        let version: UInt64
        do {
            version = try await repository.execute(command, on: user, retrying: retry)
        } catch let error as ProfileError {
            throw error.about(user)
        }
        do {
            if let details = try await queries.profile(user) { return details }
        } catch {
            // Not the failure of what was wanted, which is recorded: who took it for that would ask for it twice.
            throw ProfileError(code: .notShown, user: user, version: version, cause: error)
        }
        throw ProfileError(code: .notShown, user: user, version: version)
    }
}
