public import FeatureCache
import FeatureReadModelCache
import Nacre
import NacreLMDB
import TestFolders
import Testing

/// The implementations of caches.
public enum CacheKind: CaseIterable, Sendable {
    /// In memory.
    case memory

    /// In a store of read models in memory.
    case inReadModels

    /// In a file of LMDB.
    case lmdb

    /// Runs a body on an empty cache, which nothing may use afterwards.
    ///
    /// - Parameters:
    ///   - answers: The type of the answers.
    ///   - capacity: The maximum number of answers.
    ///   - body: Uses the cache.
    /// - Throws: Errors of opening the file and of `body`. A failure of the cache is recorded as an issue.
    public func withCache<Answer: Codable & Sendable>(
        of answers: Answer.Type, capacity: Int = AnswerCacheLimits.answers,
        _ body: (any AnswerCache<Answer>) async throws -> Void
    ) async throws {
        switch self {
        case .memory: try await body(InMemoryAnswerCache(capacity: capacity))
        case .inReadModels:
            let models = InMemoryReadModelStore()
            defer { models.close() }
            try await body(cache(of: answers, in: models, capacity: capacity))
        case .lmdb:
            let folder = try TemporaryFolder(inMemory: true)
            let models = try await LMDBReadModelStore.open(at: folder.path("cache.mdb"), mapSize: 16 << 20)
            defer {
                models.close()
                folder.remove()
            }
            try await body(cache(of: answers, in: models, capacity: capacity))
        }
    }

    /// A cache whose failures fail the test.
    private func cache<Answer: Codable & Sendable>(
        of answers: Answer.Type, in models: any ReadModelStore, capacity: Int
    ) -> ReadModelAnswerCache<Answer> {
        ReadModelAnswerCache("answers", in: models, format: 1, capacity: capacity) { error in
            Issue.record("\(error)")
        }
    }
}
