import Nacre
import NacreTesting
import Testing

@Suite struct InMemoryReadModelStoreTests {
    @Test(arguments: ReadModelConformance.sentences(.core))
    func `keeps what every read-model store promises`(sentence: ReadModelRule) async throws {
        try await sentence.check(InMemoryReadModelSubject())
    }

    @Test(arguments: ReadModelConformance.sentences(.durable))
    func `a sentence of durable stores fails on one that does not claim it`(sentence: ReadModelRule) async {
        await #expect(throws: ConformanceFailure.self) { try await sentence.check(InMemoryReadModelSubject()) }
    }
}

/// An in-memory store as the conformance suite takes it.
struct InMemoryReadModelSubject: ReadModelSubject {
    func store() async throws -> any ReadModelStore { InMemoryReadModelStore() }
}
