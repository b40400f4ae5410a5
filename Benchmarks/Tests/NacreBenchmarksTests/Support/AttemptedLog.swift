import DomainKit
import Nacre

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// A small handmade log of contending writers with the results of their attempts, for tests to corrupt.
struct AttemptedLog {
    static let templates: PayloadTemplates = {
        var load = AppendLoad(writers: 2, eventsPerAppend: eventsPerAppend, streams: 2, payloadBytes: 40, seed: 5)
        load.metadataBytes = 12
        return PayloadTemplates(of: load)
    }()

    static let eventsPerAppend = 2

    var log: [RecordedEvent] = []
    var records: [AttemptRecord]

    /// Two writers in turn on two streams, each expecting the current version after one refusal.
    init(conditional: Bool = false, attemptsOfEach: Int = 6) {
        records = [AttemptRecord(), AttemptRecord()]
        for number in 0..<attemptsOfEach * 2 {
            let writer = number % 2
            var attempt = Attempt(stream: UInt32(conditional ? writer : number / 2 % 2), claim: .nothing)
            if conditional {
                attempt.tag = UInt32(number / 2 % 2)
                attempt.claim = .noEvent(after: UInt64(log.count))
            } else {
                attempt.claim = .version(version(of: attempt.stream))
            }
            if number % 3 == 0 {
                attempt.outcome = .refused
                records[writer].attempts.append(attempt)
            }
            attempt.outcome = .accepted(
                firstPosition: UInt64(log.count) + 1, firstVersion: version(of: attempt.stream) + 1)
            append(attempt, of: writer)
        }
    }

    private func version(of stream: UInt32) -> UInt64 {
        log.last { $0.stream == AppendLoad.streamName(Int(stream)) }?.version ?? 0
    }

    /// Appends the events of the next attempt of a writer.
    mutating func append(_ attempt: Attempt, of writer: Int) {
        for offset in 0..<Self.eventsPerAppend {
            let sequence = UInt64(records[writer].attempts.count * Self.eventsPerAppend + offset)
            log.append(event(of: attempt, writer, sequence: sequence))
        }
        records[writer].attempts.append(attempt)
    }

    /// The next event of the log.
    func event(of attempt: Attempt, _ writer: Int, sequence: UInt64) -> RecordedEvent {
        let mark = EventMark(writer: UInt32(writer), stream: attempt.stream, sequence: sequence)
        return RecordedEvent(
            position: UInt64(log.count) + 1, stream: AppendLoad.streamName(Int(attempt.stream)),
            version: version(of: attempt.stream) + 1, id: EventID(high: 1, low: UInt64(log.count)),
            type: AppendLoad.eventType, schema: Self.templates.schema(of: mark),
            time: Instant(nanosecondsSince1970: 0, decimals: 9),
            recordedAt: Instant(nanosecondsSince1970: 0, decimals: 9),
            tags: attempt.tag.map { [Attempt.tag($0)] } ?? [], data: Self.templates.payload(of: mark),
            metadata: Self.templates.metadata(of: mark), isLastOfCommit: false)
    }

    /// The audit of the current log.
    func audit(filling: AttemptAuditor.Filling? = nil) -> AuditReport {
        var auditor = AttemptAuditor(
            records: records, eventsPerAppend: Self.eventsPerAppend, templates: Self.templates,
            filling: filling ?? .init(writers: 0, contents: LogContents(events: 0, payloadSum: 0)))
        for event in log { auditor.observe(event) }
        return auditor.finish()
    }

    /// The names of the checks that the current log fails.
    var broken: Set<String> { Set(audit().checks.filter { !$0.passed }.map(\.name)) }

    /// Numbers positions, and versions in every stream, as a store without the removed events would.
    mutating func renumber() {
        var versions: [StreamName: UInt64] = [:]
        for index in log.indices {
            versions[log[index].stream, default: 0] += 1
            log[index] = log[index].with(
                position: UInt64(index) + 1, version: versions[log[index].stream, default: 0])
        }
    }
}

extension RecordedEvent {
    /// The event with some of its parts changed.
    func with(
        position: UInt64? = nil, stream: StreamName? = nil, version: UInt64? = nil, schema: Int? = nil,
        tags: [Tag]? = nil, data: [UInt8]? = nil, metadata: [UInt8]? = nil
    ) -> RecordedEvent {
        RecordedEvent(
            position: position ?? self.position, stream: stream ?? self.stream, version: version ?? self.version,
            id: id, type: type, schema: schema ?? self.schema, time: time, recordedAt: recordedAt,
            tags: tags ?? self.tags, data: data ?? self.data, metadata: metadata ?? self.metadata,
            isLastOfCommit: isLastOfCommit)
    }
}
