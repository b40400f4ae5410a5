import CacheTesting
import DomainKit
import FeatureCache
import NacreTesting
import TestTraits
import Testing

@Suite(.fewAtOnce)
struct AnswerCacheTests {
    private let first = AnswerKey("item 1")
    private let second = AnswerKey("item 2")
    private let third = AnswerKey("items")
    private let time = ManualTimeSource()

    @Test(arguments: CacheKind.allCases)
    func `an answer is kept with its time, byte for byte, and replaced`(kind: CacheKind) async throws {
        try await kind.withCache(of: String.self) { cache in
            #expect(await cache.answer(to: first, of: "ada") == nil)
            await cache.keep("cafe\u{301}", fetchedAt: time.now(), to: first, of: "ada")
            let kept = try #require(await cache.answer(to: first, of: "ada"))
            #expect(Array(kept.value.utf8) == Array("cafe\u{301}".utf8))
            #expect(kept.fetchedAt == time.now())
            #expect(!kept.isFromServer)
            let later = time.advance(by: .seconds(1))
            await cache.keep("tea", fetchedAt: later, to: first, of: "ada")
            #expect(await cache.answer(to: first, of: "ada") == Cached("tea", fetchedAt: later, isFromServer: false))
            #expect(await cache.answer(to: second, of: "ada") == nil)
        }
    }

    @Test(arguments: CacheKind.allCases)
    func `answers are removed by their query`(kind: CacheKind) async throws {
        try await kind.withCache(of: Int.self) { cache in
            for query in [first, second, third] { await cache.keep(1, fetchedAt: time.now(), to: query, of: "ada") }
            await cache.remove { $0.text.hasPrefix("item ") }
            #expect(await cache.answer(to: first, of: "ada") == nil)
            #expect(await cache.answer(to: second, of: "ada") == nil)
            #expect(await cache.answer(to: third, of: "ada")?.value == 1)
            await cache.removeAll()
            #expect(await cache.answer(to: third, of: "ada") == nil)
        }
    }

    @Test(arguments: CacheKind.allCases)
    func `another account neither sees an answer nor leaves it there`(kind: CacheKind) async throws {
        try await kind.withCache(of: Int.self) { cache in
            await cache.keep(1, fetchedAt: time.now(), to: first, of: "ada")
            #expect(await cache.answer(to: first, of: "bob") == nil)
            await cache.keep(2, fetchedAt: time.now(), to: second, of: "bob")
            #expect(await cache.answer(to: first, of: "bob") == nil)
            #expect(await cache.answer(to: second, of: "bob")?.value == 2)
            #expect(await cache.answer(to: first, of: "ada") == nil)
        }
    }

    @Test(arguments: CacheKind.allCases)
    func `a full cache evicts the answers that were fetched longest ago`(kind: CacheKind) async throws {
        try await kind.withCache(of: Int.self, capacity: 2) { cache in
            await cache.keep(1, fetchedAt: time.now(), to: first, of: "ada")
            await cache.keep(2, fetchedAt: time.advance(by: .seconds(1)), to: second, of: "ada")
            await cache.keep(3, fetchedAt: time.advance(by: .seconds(1)), to: first, of: "ada")
            await cache.keep(4, fetchedAt: time.advance(by: .seconds(1)), to: third, of: "ada")
            #expect(await cache.answer(to: first, of: "ada")?.value == 3)
            #expect(await cache.answer(to: second, of: "ada") == nil)
            #expect(await cache.answer(to: third, of: "ada")?.value == 4)
        }
    }
}
