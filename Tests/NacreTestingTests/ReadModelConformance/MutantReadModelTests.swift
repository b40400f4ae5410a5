import Nacre
import NacreTesting
import Testing

@Suite struct MutantReadModelTests {
    @Test(arguments: ReadModelMutation.all)
    func `a store that breaks a promise is caught by the rule for it`(
        mutation: ReadModelMutation
    ) async throws {
        let rule = try #require(
            ReadModelConformance.rules(.core).first { $0.text == mutation.noticed }, "no such rule")
        await #expect(throws: ConformanceFailure.self) {
            try await rule.check(MutantReadModelSubject(mutation: mutation.kind))
        }
    }

    @Test func `every mutation is tested`() {
        #expect(Set(ReadModelMutation.all.map(\.kind)) == Set(ReadModelMutation.Kind.allCases))
    }

    @Test(arguments: ReadModelConformance.rules(.core))
    func `the wrapper without a mutation passes`(rule: ReadModelRule) async throws {
        try await rule.check(MutantReadModelSubject(mutation: nil))
    }

    @Test(arguments: ReadModelConformance.rules(.durable))
    func `a store that outlives its subject passes the durable rules`(
        rule: ReadModelRule
    ) async throws {
        try await rule.check(DurableSubject(losesEventsOnReopening: false))
    }

    @Test(arguments: ReadModelConformance.rules(.durable))
    func `every rule catches a store that is empty after reopening`(rule: ReadModelRule) async {
        await #expect(throws: ConformanceFailure.self) {
            try await rule.check(DurableSubject(losesEventsOnReopening: true))
        }
    }

    @Test func `rules are distinct`() {
        let texts = ReadModelConformance.rules.map(\.text)
        #expect(Set(texts).count == texts.count)
    }
}

private struct MutantReadModelSubject: ReadModelSubject {
    let mutation: ReadModelMutation.Kind?

    func store() async throws -> any ReadModelStore { MutantReadModelStore(mutation: mutation) }
}

private struct DurableSubject: ReadModelSubject {
    let models = InMemoryReadModelStore()
    let losesEventsOnReopening: Bool

    func store() async throws -> any ReadModelStore { models }

    func reopened() async throws -> any ReadModelStore { losesEventsOnReopening ? InMemoryReadModelStore() : models }
}
