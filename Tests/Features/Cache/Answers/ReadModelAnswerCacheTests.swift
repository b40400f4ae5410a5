import DomainKit
import FeatureCache
import FeatureReadModelCache
import Nacre
import NacreLMDB
import NacreTesting
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce)
struct ReadModelAnswerCacheTests {
    private let query = AnswerKey("item 1")
    private let time = ManualTimeSource().now()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(inMemory: true)
    }

    /// Opens the cache file, as a program does when it starts.
    private func withCache<Answer: Codable & Sendable>(
        of answers: Answer.Type, format: Int = 1, notices: ChangeSignal = ChangeSignal(),
        _ body: (ReadModelAnswerCache<Answer>) async throws -> Void
    ) async throws {
        let models = try await LMDBReadModelStore.open(at: folder.path("cache.mdb"), mapSize: 16 << 20)
        defer { models.close() }
        try await body(ReadModelAnswerCache("items", in: models, format: format) { _ in notices.changed() })
    }

    @Test
    func `answers outlive the process`() async throws {
        try await withCache(of: String.self) { await $0.keep("milk", fetchedAt: time, to: query, of: "ada") }
        try await withCache(of: String.self) { cache in
            #expect(await cache.answer(to: query, of: "ada")?.value == "milk")
        }
    }

    @Test
    func `answers of another format are missing, and replaced`() async throws {
        try await withCache(of: String.self) { await $0.keep("milk", fetchedAt: time, to: query, of: "ada") }
        try await withCache(of: [Int].self, format: 2) { cache in
            #expect(await cache.answer(to: query, of: "ada") == nil)
            await cache.keep([1], fetchedAt: time, to: query, of: "ada")
            #expect(await cache.answer(to: query, of: "ada")?.value == [1])
        }
    }

    @Test
    func `answers that cannot be decoded are reported and discarded`() async throws {
        try await withCache(of: String.self) { await $0.keep("milk", fetchedAt: time, to: query, of: "ada") }
        let notices = ChangeSignal()
        try await withCache(of: [Int].self, notices: notices) { cache in
            #expect(await cache.answer(to: query, of: "ada") == nil)
            #expect(notices.mark() == 1)
            #expect(await cache.answer(to: query, of: "ada") == nil)
            #expect(notices.mark() == 1)
        }
    }

    @Test
    func `a damaged file is replaced by an empty one`() async throws {
        try await withCache(of: String.self) { await $0.keep("milk", fetchedAt: time, to: query, of: "ada") }
        _ = try folder.file([UInt8](repeating: 0xA5, count: 64 << 10), named: "cache.mdb")
        try await withCache(of: String.self) { cache in
            #expect(await cache.answer(to: query, of: "ada") == nil)
            await cache.keep("tea", fetchedAt: time, to: query, of: "ada")
            #expect(await cache.answer(to: query, of: "ada")?.value == "tea")
        }
    }

    @Test
    func `a cache that cannot be read or written is reported, and throws nothing`() async throws {
        let notices = ChangeSignal()
        let models = InMemoryReadModelStore()
        models.close()
        let cache = ReadModelAnswerCache<String>("items", in: models, format: 1) { _ in notices.changed() }
        await cache.keep("milk", fetchedAt: time, to: query, of: "ada")
        #expect(await cache.answer(to: query, of: "ada") == nil)
        #expect(notices.mark() > 1)
    }
}
