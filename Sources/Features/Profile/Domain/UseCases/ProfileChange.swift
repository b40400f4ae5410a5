import DomainKit

/// The common part of use cases that change a profile: decide, save, and return it from the read model.
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
        return try await details(of: user, recordedAt: version)
    }

    /// Decides commands on a profile at a version, and records their events in one commit.
    func apply(_ commands: [ProfileCommand], to user: UserID, expecting version: UInt64) async throws -> ProfileDetails
    {
        let recorded: UInt64
        do {
            recorded = try await repository.execute(commands, on: user, expecting: version)
        } catch let error as ProfileError {
            throw error.about(user)
        }
        return try await details(of: user, recordedAt: recorded)
    }

    private func details(of user: UserID, recordedAt version: UInt64) async throws -> ProfileDetails {
        do {
            if let details = try await queries.profile(user) { return details }
        } catch {
            // The change is recorded; an error that hid this would make callers repeat it.
            throw ProfileError(code: .notShown, user: user, version: version, cause: error)
        }
        throw ProfileError(code: .notShown, user: user, version: version)
    }
}
