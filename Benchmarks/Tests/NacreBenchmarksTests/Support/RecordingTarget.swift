import Nacre
import Synchronization

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// An event of a log, in a form that a test can change.
struct LoggedEvent: Hashable, Sendable {
    var position: UInt64
    var version: UInt64
    var stream: String
    var payload: [UInt8]
    var tags: [Tag] = []
    var type = AppendLoad.eventType.text
    var schema = 1
    var metadata: [UInt8] = []
}

extension LogAuditor {
    /// Takes the next event of a log, as an engine reads it.
    mutating func observe(_ event: LoggedEvent) {
        let stream = [UInt8](event.stream.utf8)
        let type = [UInt8](event.type.utf8)
        observe(
            position: event.position, version: event.version, stream: stream.span.bytes,
            payload: event.payload.span.bytes, type: type.span.bytes, schema: event.schema,
            metadata: event.metadata.span.bytes, id: nil, tags: event.tags)
    }
}

/// A target that keeps appended events, checks exact versions, and fails on request.
final class RecordingTarget: AppendTarget {
    private struct State {
        var events: [LoggedEvent] = []
        var versions: [String: UInt64] = [:]
        var appendsLeft: Int
        var answers: [EventID: AppendResult] = [:]
    }

    private let state: Mutex<State>
    private let writesBeforeFailing: Bool
    private let judgesConditions: Bool

    /// Makes a target that fails after a number of appends, with the events of the failed one written or not.
    init(failingAfter appends: Int = .max, writesBeforeFailing: Bool = false, judgesConditions: Bool = true) {
        state = Mutex(State(appendsLeft: appends))
        self.writesBeforeFailing = writesBeforeFailing
        self.judgesConditions = judgesConditions
    }

    var log: [LoggedEvent] { state.withLock(\.events) }

    func head() async throws -> Position { UInt64(log.count) }

    func append(_ commit: Commit) async throws -> AppendResult {
        try state.withLock { state in
            let fails = state.appendsLeft == 0
            if fails, !writesBeforeFailing { throw HarnessError("the disk is gone") }
            state.appendsLeft -= fails ? 0 : 1
            if let id = commit.entries[0].event.id, let known = state.answers[id] {
                return AppendResult(alreadyCommittedAt: known.positions, streams: known.streams)
            }
            let first = UInt64(state.events.count) + 1
            for expectation in commit.expectations {
                let version = state.versions[expectation.stream.text, default: 0]
                guard expectation.expectation.holds(at: version) else { throw HarnessError("a conflict") }
            }
            for condition in commit.conditions {
                for event in state.events[Int(condition.after)...]
                where condition.failIfEventsMatch.items?.contains(where: { Set($0.tags).isSubset(of: event.tags) })
                    == true
                {
                    guard judgesConditions else { continue }
                    throw EventStoreError(.conflict, "position \(event.position) breaks the condition")
                }
            }
            for entry in commit.entries {
                let version = state.versions[entry.stream.text, default: 0] + 1
                state.versions[entry.stream.text] = version
                state.events.append(
                    LoggedEvent(
                        position: UInt64(state.events.count) + 1, version: version, stream: entry.stream.text,
                        payload: entry.event.data, tags: entry.event.tags, type: entry.event.type.text,
                        schema: entry.event.schema, metadata: entry.event.metadata))
            }
            if fails { throw HarnessError("the disk is gone") }
            var streams: [StreamName] = []
            for entry in commit.entries where !streams.contains(entry.stream) { streams.append(entry.stream) }
            let result = AppendResult(
                firstPosition: first, lastPosition: UInt64(state.events.count),
                streams: streams.map { .init(stream: $0, version: state.versions[$0.text, default: 0]) })
            if let id = commit.entries[0].event.id { state.answers[id] = result }
            return result
        }
    }
}

/// A small completed load, with its log and its writers' records.
struct SampleRun {
    static let load = AppendLoad(writers: 3, eventsPerAppend: 2, streams: 9, payloadBytes: 27, seed: 5)

    var log: [LoggedEvent]
    var records: [WriterRecord]

    /// Whether the log must begin with position 1.
    var isWhole = true

    init(events: Int = 60, target: RecordingTarget = RecordingTarget()) async {
        let budget = SliceBudget(seconds: nil, events: events)
        records = await ConcurrentLoad.run(Self.load, within: budget, on: target).records
        log = target.log
    }

    /// The audit of the current log.
    var audit: AuditReport {
        var auditor = LogAuditor(load: Self.load, records: records, isWhole: isWhole)
        for event in log { auditor.observe(event) }
        return auditor.finish()
    }

    /// The names of the checks that the current log fails.
    var broken: Set<String> { Set(audit.checks.filter { !$0.passed }.map(\.name)) }

    /// Numbers positions, and versions in every stream, as a store without the removed events would.
    mutating func renumber() {
        var versions: [String: UInt64] = [:]
        for index in log.indices {
            versions[log[index].stream, default: 0] += 1
            log[index].position = UInt64(index) + 1
            log[index].version = versions[log[index].stream, default: 0]
        }
    }
}
