import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite struct MutantTests {
    @Test(arguments: Mutation.all)
    func `a store that breaks a promise is caught by the sentence that says it`(mutation: Mutation) async throws {
        let sentence = try #require(
            EventStoreConformance.sentences(.core).first { $0.text == mutation.noticed }, "no such sentence")
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await sentence.check(MutantSubject(mutation: mutation.kind))
        }
        #expect(failure?.sentence == mutation.noticed)
        #expect(failure?.finding.isEmpty == false)
    }

    @Test func `every mutation is tried`() {
        #expect(Set(Mutation.all.map(\.kind)) == Set(Mutation.Kind.allCases))
    }

    @Test(arguments: Set(Mutation.all.map(\.noticed)).sorted())
    func `the wrapper without a mutation passes the sentences that catch them`(text: String) async throws {
        for sentence in EventStoreConformance.sentences(.core) where sentence.text == text {
            try await sentence.check(MutantSubject(mutation: nil))
        }
    }

    @Test func `no two sentences are the same`() {
        let texts = EventStoreConformance.sentences.map(\.text)
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
