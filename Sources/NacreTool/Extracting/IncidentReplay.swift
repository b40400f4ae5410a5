import DomainKit
import Nacre
import NacreRuntime

/// Replays an incident as its test does, to learn what the test must find.
struct IncidentReplay {
    let incident: Incident

    /// The clock of the test: `ManualTimeSource()` of NacreTesting.
    private struct TestTime: TimeSource {
        func now() -> Instant { Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 6) }
    }

    /// The states before and after the incident.
    ///
    /// - Parameter features: The program's features.
    /// - Returns: An outcome for each stream, and why the states of some are not known.
    /// - Throws: `EventStoreError`.
    func outcomes(of features: Features) async throws -> (outcomes: [IncidentTest.Outcome], notices: [String]) {
        let runtime = try await Runtime.open(InMemoryEngine(time: TestTime())) { features }
        var notices: [String] = []
        try await append(incident.events.prefix(incident.givenCount), to: runtime.store)
        var before: [IncidentTest.Fact] = []
        for stream in incident.streams { before.append(try await fact(of: stream, in: runtime, &notices)) }
        try await append(incident.events.dropFirst(incident.givenCount), to: runtime.store)
        var outcomes: [IncidentTest.Outcome] = []
        for (stream, before) in zip(incident.streams, before) {
            let after = try await fact(of: stream, in: runtime, &notices)
            outcomes.append(IncidentTest.Outcome(stream: stream, before: before, after: after))
        }
        await runtime.close()
        return (outcomes, notices)
    }

    private func append(_ events: ArraySlice<RecordedEvent>, to store: any EventStore) async throws {
        for event in events { try await store.append(Commit(entries: [Commit.Entry(event)]), as: .system) }
    }

    private func fact(
        of stream: StreamName, in runtime: Runtime, _ notices: inout [String]
    ) async throws -> IncidentTest.Fact {
        do {
            if let state = try await runtime.state(of: stream) {
                return .state(String(decoding: state.json, as: UTF8.self))
            }
        } catch let error as EventDecodingError {
            notices.append(
                "the test compares the version of \(quoted(stream.text)) and not its state, which cannot be folded: "
                    + "\(error)")
        }
        return .version(try await runtime.store.version(of: stream))
    }
}

extension Commit.Entry {
    /// The event to be recorded again as it was.
    init(_ event: RecordedEvent) {
        self.init(
            stream: event.stream,
            event: EventData(
                id: event.id, type: event.type, schema: event.schema, time: event.time, tags: event.tags,
                data: event.data, metadata: event.metadata))
    }
}
