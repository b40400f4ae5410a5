import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct KilledLoadTests {
    private typealias Entry = JournalContents<EventMark>.Acknowledged

    /// An append of two events, whose versions equal their positions.
    private static func entry(_ writer: UInt32, _ sequence: UInt64, at position: UInt64) -> Entry {
        Entry(
            mark: EventMark(writer: writer, stream: 7, sequence: sequence),
            answer: AppendAnswer(first: position, last: position + 1, versions: [position + 1]))
    }

    private let before = (0..<3).map { _ in
        var record = WriterRecord(eventsPerAcknowledgement: 2)
        record.acknowledgements = [.init(firstPosition: 1, place: nil), .init(firstPosition: 3, place: nil)]
        return record
    }

    private func killed(_ entries: [Entry]) -> KilledLoad {
        KilledLoad(before, journal: JournalContents(acknowledged: entries), writers: 0..<2)
    }

    private func broken(_ entries: [Entry]) -> [String] {
        killed(entries).report.checks.filter { !$0.passed }.map(\.name)
    }

    @Test func `answers under the load follow earlier ones, and each writer may have one append in flight`() {
        let killed = killed([Self.entry(0, 4, at: 21), Self.entry(1, 4, at: 23), Self.entry(0, 6, at: 25)])
        #expect(killed.report.passed)
        #expect(killed.acknowledged == 6)
        #expect(killed.records.map(\.eventsAcknowledged) == [8, 6, 4])
        #expect(killed.records.map(\.eventsInFlight) == [2, 2, 0])
        #expect(
            killed.records[0].acknowledgements.last
                == .init(firstPosition: 25, place: .init(stream: 7, firstVersion: 25)))
    }

    @Test func `a missing answer between two others is found`() {
        #expect(
            broken([Self.entry(0, 4, at: 21), Self.entry(0, 8, at: 25)])
                == ["each writer's appends were acknowledged whole and in order"])
    }

    @Test func `a duplicated answer is found`() {
        #expect(
            broken([Self.entry(0, 4, at: 21), Self.entry(0, 4, at: 21)])
                == ["each writer's appends were acknowledged whole and in order"])
    }

    @Test func `an answer of a partial append is found`() {
        for answer in [
            AppendAnswer(first: 21, last: 21, versions: [21]), AppendAnswer(first: 21, last: 22, versions: []),
            AppendAnswer(first: 22, last: 21, versions: [21]), AppendAnswer(first: 21, last: 22, versions: [2, 3]),
        ] {
            var entry = Self.entry(0, 4, at: 21)
            entry.answer = answer
            #expect(
                broken([entry, Self.entry(1, 4, at: 23)])
                    == ["each writer's appends were acknowledged whole and in order"])
        }
    }

    @Test func `an answer to an idle writer is found`() {
        #expect(
            broken([Self.entry(0, 4, at: 21), Self.entry(2, 4, at: 23)])
                == ["each writer's appends were acknowledged whole and in order"])
    }

    @Test func `a load that failed before the kill is found`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("journal")
            let load = SampleRun.load
            let task = WorkerTask(engine: .nacre, durability: .full, mapSize: smallMap, store: folder.path, load: load)
            let target = RecordingTarget(failingAfter: 6)
            try await RecoveryWorker(SubscriberTask(task: task), engine: FailingEngine(target: target))
                .perform(.load(journal: file.path))
            let failure = AcknowledgementJournal.failure(beside: file)
            while !FileManager.default.fileExists(atPath: failure.path) { try await Task.sleep(for: .milliseconds(1)) }
            let text = try String(contentsOf: failure, encoding: .utf8)
            #expect(text.contains("the disk is gone"))
            let killed = KilledLoad(
                before, journal: JournalContents(acknowledged: [Self.entry(0, 4, at: 21)]), writers: 0..<2,
                failure: text)
            #expect(killed.report.checks.filter { !$0.passed }.map(\.name) == ["no append failed before the kill"])
        }
    }

    @Test func `a kill before any answer is no kill under load`() {
        #expect(broken([]) == ["the process was killed under load"])
    }

    @Test func `a journal has every answer before its writer, and no truncated one`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("journal")
            let target = RecordingTarget(failingAfter: 6)
            let load = SampleRun.load
            let announcing = AnnouncingLoad(load)
            let journaling = JournalingTarget(
                target: target, journal: try AcknowledgementJournal(creating: file))
            _ = await announcing.run(AnnouncedSlice(events: 60), on: journaling)
            let drained = await announcing.drain().map(\.record)

            let journal = try JournalContents<EventMark>(reading: file)
            #expect(journal.acknowledged.count == 6)
            #expect(journal.inFlight == [] && journal.tornBytes == 0)
            let empty = drained.map { _ in WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend) }
            let killed = KilledLoad(empty, journal: journal, writers: 0..<load.writers)
            #expect(killed.report.passed)
            #expect(killed.records.map(\.acknowledgements) == drained.map(\.acknowledgements))

            let data = try Data(contentsOf: file)
            try data.dropLast().write(to: file)
            let torn = try JournalContents<EventMark>(reading: file)
            #expect(torn.acknowledged == journal.acknowledged.dropLast())
            #expect(torn.tornBytes == 7 * 8 - 1)
        }
    }

    @Test func `the log has all events of an append in flight, adjacent, or none`() async throws {
        let check = "appends in flight are in the log whole or not at all"
        var run = await SampleRun()
        // The last append of the log is one whose answer never came.
        let last = run.log[run.log.count - 1]
        let writer = try #require(
            run.records.firstIndex { $0.acknowledgements.last?.firstPosition == last.position - 1 })
        run.records[writer].acknowledgements.removeLast()
        run.records[writer].eventsInFlight = 2
        #expect(run.audit.passed && run.audit.checks.contains { $0.name == check })
        var without = run
        without.log.removeLast(2)
        #expect(without.audit.passed)
        var half = run
        half.log.removeLast()
        #expect(half.broken == [check])
        var apart = run
        apart.log.swapAt(apart.log.count - 2, apart.log.count - 3)
        apart.renumber()
        #expect(apart.broken.contains(check))
    }

    @Test func `answers are reconstructed from the log that was filled`() async {
        let run = await SampleRun()
        var auditor = LogAuditor(
            load: SampleRun.load,
            records: run.records.map { _ in WriterRecord(eventsPerAcknowledgement: SampleRun.load.eventsPerAppend) })
        auditor.collectsAnswers = true
        for event in run.log { auditor.observe(event) }
        #expect(auditor.answers.map(\.acknowledgements) == run.records.map(\.acknowledgements))
    }
}

/// An engine whose store fails after some appends.
private struct FailingEngine: BenchmarkEngine {
    let target: RecordingTarget

    var name: EngineName { .nacre }

    var durability: Durability { .full }

    func open(_ folder: URL) async throws -> any EngineSession { Session(target: target) }

    struct Session: EngineSession {
        let target: RecordingTarget

        func append(_ commit: Commit) async throws -> AppendResult { try await target.append(commit) }

        func head() async throws -> Position { try await target.head() }

        func load(_ stream: StreamName) async throws -> LogContents { LogContents(events: 0, payloadSum: 0) }

        func close() async throws {}
    }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice { ReplaySlice(passes: [], contents: []) }

    func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer { observer }
}
