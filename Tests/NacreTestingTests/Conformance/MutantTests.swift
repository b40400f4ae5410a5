import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite struct MutantTests {
    @Test(arguments: Mutation.all)
    func `a store that breaks a promise is caught by the rule for it`(mutation: Mutation) async throws {
        let rule = try #require(
            EventStoreConformance.rules(.core).first { $0.text == mutation.noticed }, "no such rule")
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(MutantSubject(mutation: mutation.kind))
        }
        #expect(failure?.rule == mutation.noticed)
        #expect(failure?.finding.isEmpty == false)
    }

    @Test func `every mutation is tested`() {
        #expect(Set(Mutation.all.map(\.kind)) == Set(Mutation.Kind.allCases))
    }

    @Test(arguments: Set(Mutation.all.map(\.noticed)).sorted())
    func `the wrapper without a mutation passes the rules that catch them`(text: String) async throws {
        for rule in EventStoreConformance.rules(.core) where rule.text == text {
            try await rule.check(MutantSubject(mutation: nil))
        }
    }

    @Test func `rules are distinct`() {
        let texts = EventStoreConformance.rules.map(\.text)
        #expect(Set(texts).count == texts.count)
    }
}

struct MutantSubject: ConformanceSubject {
    let mutation: Mutation.Kind?

    func store(timeSource: any TimeSource) async throws -> any EventStore {
        MutantStore(base: InMemoryEventStore(timeSource: timeSource), mutation: mutation)
    }

    func anotherStore() async throws -> any EventStore {
        MutantStore(base: InMemoryEventStore(), mutation: mutation)
    }
}
