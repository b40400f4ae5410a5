import DomainKit
import FeatureCache
import ProfileDomain

/// A remote repository whose changes outdate cached answers.
///
/// Decisions are made on the server's state: loading does not use the cache.
struct CachedProfileRepository: ProfileRepository {
    let base: any ProfileRepository
    let answers: CachedAnswers<ProfileAnswer>

    func load(_ id: UserID) async throws -> Versioned<Profile> {
        try await base.load(id)
    }

    func save(_ events: [ProfileEvent], for id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await answers.change(outdating: AnswerKey.areOutdated(byChangeOf: id)) {
            try await base.save(events, for: id, expecting: version)
        }
    }

    func execute(_ command: ProfileCommand, on id: UserID, retrying retry: ConflictRetry) async throws -> UInt64 {
        try await answers.change(outdating: AnswerKey.areOutdated(byChangeOf: id)) {
            try await base.execute(command, on: id, retrying: retry)
        }
    }

    func execute(_ commands: [ProfileCommand], on id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await answers.change(outdating: AnswerKey.areOutdated(byChangeOf: id)) {
            try await base.execute(commands, on: id, expecting: version)
        }
    }
}
