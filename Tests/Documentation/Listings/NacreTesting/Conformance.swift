import DomainKit
import Nacre
import NacreTesting
import Testing

// The listings in comments of the conformance suites, which are compiled here and run in NacreTests.

struct MyStoreSubject: ConformanceSubject {
    func store(timeSource: any TimeSource) -> any EventStore { InMemoryEventStore(timeSource: timeSource) }
    func anotherStore() -> any EventStore { InMemoryEventStore() }
}

struct MyReadModelSubject: ReadModelSubject {
    func store() -> any ReadModelStore { InMemoryReadModelStore() }
}

struct MyStoreTests {
    @Test(arguments: EventStoreConformance.rules(.core))
    func `the store keeps the rules of every store`(rule: ConformanceRule) async throws {
        try await rule.check(MyStoreSubject())
    }

    @Test(arguments: ReadModelConformance.rules(.core))
    func `the store keeps the rules of every read model store`(rule: ReadModelRule) async throws {
        try await rule.check(MyReadModelSubject())
    }
}
