import Nacre
import NacreTesting
import Testing

@Suite struct MutantReadModelTests {
    @Test(arguments: ReadModelMutation.all)
    func `a store that breaks a promise is caught by the sentence that says it`(
        mutation: ReadModelMutation
    ) async throws {
        let sentence = try #require(
            ReadModelConformance.sentences(.core).first { $0.text == mutation.noticed }, "no such sentence")
        await #expect(throws: ConformanceFailure.self) {
            try await sentence.check(MutantReadModelSubject(mutation: mutation.kind))
        }
    }

    @Test func `every mutation is tried`() {
        #expect(Set(ReadModelMutation.all.map(\.kind)) == Set(ReadModelMutation.Kind.allCases))
    }

    @Test(arguments: ReadModelConformance.sentences(.core))
    func `the wrapper without a mutation passes`(sentence: ReadModelRule) async throws {
        try await sentence.check(MutantReadModelSubject(mutation: nil))
    }

    @Test(arguments: ReadModelConformance.sentences(.durable))
    func `a store that outlives its subject's doors keeps what durable ones promise`(
        sentence: ReadModelRule
    ) async throws {
        try await sentence.check(DurableSubject(forgets: false))
    }

    @Test(arguments: ReadModelConformance.sentences(.durable))
    func `a store that is empty after reopening is caught by every sentence`(sentence: ReadModelRule) async {
        await #expect(throws: ConformanceFailure.self) { try await sentence.check(DurableSubject(forgets: true)) }
    }

    @Test func `no two sentences are the same`() {
        let texts = ReadModelConformance.sentences.map(\.text)
        #expect(Set(texts).count == texts.count)
    }
}

private struct MutantReadModelSubject: ReadModelSubject {
    let mutation: ReadModelMutation.Kind?

    func store() async throws -> any ReadModelStore { MutantReadModelStore(mutation: mutation) }
}

private struct DurableSubject: ReadModelSubject {
    let models = InMemoryReadModelStore()
    let forgets: Bool

    func store() async throws -> any ReadModelStore { models }

    func reopened() async throws -> any ReadModelStore { forgets ? InMemoryReadModelStore() : models }
}
