import Nacre
import NacreTesting
import Testing

@Suite struct InMemoryReadModelStoreTests {
    @Test(arguments: ReadModelConformance.rules(.core))
    func `the in-memory store keeps the rules of every read model store`(rule: ReadModelRule) async throws {
        try await rule.check(InMemoryReadModelSubject())
    }

    @Test(arguments: ReadModelConformance.rules(.durable))
    func `a rule of durable stores fails on one that does not claim it`(rule: ReadModelRule) async {
        await #expect(throws: ConformanceFailure.self) { try await rule.check(InMemoryReadModelSubject()) }
    }
}

/// An in-memory store as a subject of the conformance suite.
struct InMemoryReadModelSubject: ReadModelSubject {
    func store() async throws -> any ReadModelStore { InMemoryReadModelStore() }
}
