import DomainKit
import Nacre
import NacreTesting
import Testing

@Test(arguments: EventStoreConformance.rules(.core))
func `a faulty store without faults keeps the rules of the store in it`(rule: ConformanceRule) async throws {
    try await rule.check(FaultySubject())
}

private struct FaultySubject: ConformanceSubject {
    func store(timeSource: any TimeSource) async throws -> any EventStore {
        FaultyEventStore(InMemoryEventStore(timeSource: timeSource))
    }

    func anotherStore() async throws -> any EventStore { FaultyEventStore(InMemoryEventStore()) }
}
