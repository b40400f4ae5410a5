import Nacre

/// A writer of a trial: its events carry its marks, and its answers are recorded for the audit.
struct TrialWriter: Sendable {
    private(set) var record = WriterRecord(eventsPerAcknowledgement: 1)
    private let load: AppendLoad
    private let number: UInt32
    private let templates: PayloadTemplates

    init(_ load: AppendLoad, number: Int = 0) {
        self.load = load
        self.number = UInt32(number)
        templates = PayloadTemplates(of: load)
    }

    /// The writer's next commit: one event to each of the given streams, by number, which may repeat.
    ///
    /// Until an answer is noted, the next commit holds the same events.
    func commit(
        to streams: [Int], expecting expectations: [Int: Expectation] = [:], checking checks: [Int: Expectation] = [:]
    ) -> Commit {
        func guards(_ expectations: [Int: Expectation]) -> [Commit.Guard] {
            expectations.sorted { $0.key < $1.key }.map {
                Commit.Guard(stream: AppendLoad.streamName($0.key), expectation: $0.value)
            }
        }
        let entries = streams.enumerated().map { offset, stream in
            let mark = EventMark(
                writer: number, stream: UInt32(stream), sequence: UInt64(record.eventsAcknowledged + offset))
            return Commit.Entry(
                stream: AppendLoad.streamName(stream),
                event: EventData(
                    id: load.labels == .idAndTags ? mark.id(of: load) : nil, type: AppendLoad.eventType,
                    tags: mark.tags(of: load), data: templates.payload(of: mark)))
        }
        return Commit(entries: entries, expectations: guards(expectations), checks: guards(checks))
    }

    /// Records the answer to the commit.
    ///
    /// - Throws: ``HarnessError`` if the answer does not give each event's place.
    mutating func note(_ result: AppendResult, of streams: [Int]) throws {
        guard result.positions.count == streams.count, !result.wasAlreadyCommitted else {
            throw HarnessError("the answer to \(streams.count) events names \(result.positions.count) positions")
        }
        guard result.streams.count == Set(streams).count else {
            throw HarnessError("the answer names \(result.streams.count) streams, not \(Set(streams).count)")
        }
        for (offset, stream) in streams.enumerated() {
            guard let version = result.version(of: AppendLoad.streamName(stream)) else {
                throw HarnessError("the answer does not name the version of \(AppendLoad.streamName(stream))")
            }
            // The answer has the version of the stream's last event.
            let following = UInt64(streams[(offset + 1)...].count { $0 == stream })
            record.acknowledgements.append(
                .init(
                    firstPosition: result.positions[offset],
                    place: .init(stream: UInt32(stream), firstVersion: version &- following)))
        }
    }

    /// Appends the writer's next commit and records the answer.
    mutating func append(
        to streams: [Int], expecting expectations: [Int: Expectation] = [:], checking checks: [Int: Expectation] = [:],
        on session: any EngineSession
    ) async throws {
        try note(
            try await session.append(commit(to: streams, expecting: expectations, checking: checks)), of: streams)
    }
}
