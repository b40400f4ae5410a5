import DomainKit
import Nacre
import NacreTesting
import Testing

@Test(arguments: EventStoreConformance.sentences(.core))
func `a store that nothing was asked of keeps what the one in it promises`(sentence: ConformanceRule) async throws {
    try await sentence.check(FaultySubject())
}

private struct FaultySubject: ConformanceSubject {
    func store(timeSource: any TimeSource) async throws -> any EventStore {
        FaultyEventStore(InMemoryEventStore(timeSource: timeSource))
    }

    func anotherStore() async throws -> any EventStore { FaultyEventStore(InMemoryEventStore()) }
}
