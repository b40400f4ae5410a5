import DomainKit
import Nacre
import NacreTesting
import Testing

@Test(arguments: EventStoreConformance.rules(.core))
func `a store that nothing was asked of keeps what the one in it promises`(rule: ConformanceRule) async throws {
    try await rule.check(FaultySubject())
}

private struct FaultySubject: ConformanceSubject {
    func store(timeSource: any TimeSource) async throws -> any EventStore {
        FaultyEventStore(InMemoryEventStore(timeSource: timeSource))
    }

    func anotherStore() async throws -> any EventStore { FaultyEventStore(InMemoryEventStore()) }
}
