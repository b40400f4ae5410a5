import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct AppendFailureTests {
    private let load = AppendLoad(writers: 1, eventsPerAppend: 2, streams: 4, payloadBytes: 32, seed: 3)

    /// Refuses every third append with an error.
    private final class Refusing: AppendTarget {
        let target = RecordingTarget()
        private let error: EventStoreError
        private let appends = Mutex(0)

        init(_ error: EventStoreError) {
            self.error = error
        }

        func append(_ commit: Commit) async throws -> AppendResult {
            let number = appends.withLock {
                $0 += 1
                return $0
            }
            if number.isMultiple(of: 3) { throw error }
            return try await target.append(commit)
        }

        func head() async throws -> Position { try await target.head() }
    }

    private func run(_ error: EventStoreError) async -> (AppendSlice, AuditReport) {
        let target = Refusing(error)
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 24), on: target)
        var auditor = LogAuditor(load: load, records: slice.records)
        for event in target.target.log { auditor.observe(event) }
        return (slice, auditor.finish())
    }

    @Test(arguments: [EventStoreError.Code.conflict, .invalidArgument])
    func `a writer continues after a refusal, and the audit finds only the refusal`(
        code: EventStoreError.Code
    ) async {
        let (slice, report) = await run(EventStoreError(code, "not now", outcome: .notWritten))
        let record = slice.records[0]
        #expect(record.acknowledgements.count == 8)
        #expect(record.failures.map(\.kind) == Array(repeating: code.description, count: 4))
        #expect(record.failures.map(\.moment) == record.failures.map(\.moment).sorted())
        #expect(record.failures.allSatisfy { $0.moment >= slice.start })
        #expect(record.failure?.contains("not now") == true)
        #expect(report.checks.filter { !$0.passed }.map(\.name) == ["no append failed"])
    }

    @Test func `a writer stops after a failure with an unknown outcome`() async {
        let (slice, report) = await run(EventStoreError(.damaged, "a page", outcome: .unknown))
        #expect(slice.records[0].acknowledgements.count == 2)
        #expect(slice.records[0].eventsInFlight == 2)
        #expect(slice.records[0].failures.map(\.kind) == ["damaged"])
        #expect(report.checks.filter { !$0.passed }.map(\.name) == ["no append failed"])
    }

    @Test func `a failure is of the disk, of a store's kind, or another`() {
        #expect(AppendFailure.kind(of: EventStoreError(.appendsStopped, "full")) == "disk")
        #expect(AppendFailure.kind(of: EventStoreError(.closed, "closed")) == "closed")
        #expect(AppendFailure.kind(of: HarnessError("what was answered is none")) == "other")
    }

    @Test func `each kind of failure has its own figure`() throws {
        var record = WriterRecord(eventsPerAcknowledgement: 1)
        for kind in ["conflict", "disk", "conflict"] { record.failures.append(AppendFailure(moment: 5, kind: kind)) }
        let slice = AppendSlice(start: 1, nanoseconds: 10, records: [record, record])
        var figures = AppendFigures()
        figures.add(slice, counted: slice.answers(behind: 0), warmUp: 0, payloadBytes: 10, storeBytes: nil)
        var result = ContenderResult(Contender(engine: MemoryEngine(stores: MemoryStores()), rule: .whatWaits))
        figures.note(in: &result)
        func figure(_ name: String) -> Double? { result.figures.first { $0.name == name }?.value }
        #expect(figure("appends that failed, conflict") == 4)
        #expect(figure("appends that failed, disk") == 2)
    }

    @Test(arguments: [nil, 30 as UInt64])
    func `disk use is a figure of engines with files`(
        storeBytes: UInt64?
    ) async {
        let slice = await ConcurrentLoad.run(
            load, within: SliceBudget(seconds: nil, events: 4, isObserved: true), on: RecordingTarget())
        var figures = AppendFigures()
        figures.add(slice, counted: slice.answers(behind: 0), warmUp: 0, payloadBytes: 10, storeBytes: storeBytes)
        var result = ContenderResult(Contender(engine: MemoryEngine(stores: MemoryStores()), rule: .whatWaits))
        figures.note(in: &result)
        #expect(result.figures.contains { $0.name.hasPrefix("processor time an event") })
        #expect(result.figures.contains { $0.name == "disk used, of the payloads" } == (storeBytes != nil))
        let isWritten = storeBytes != nil && slice.use?.resources.bytesWritten != nil
        #expect(result.figures.contains { $0.name == "written by the process, of the payloads" } == isWritten)
    }

    @Test func `bytes written by closing a store count`() async {
        var slice = await ConcurrentLoad.run(
            load, within: SliceBudget(seconds: nil, events: 4, isObserved: true), on: RecordingTarget())
        slice.use?.resources.bytesWritten = 20
        slice.use?.bytesWrittenByClosing = 15
        var figures = AppendFigures()
        figures.add(slice, counted: slice.answers(behind: 0), warmUp: 0, payloadBytes: 10, storeBytes: 30)
        var result = ContenderResult(Contender(engine: MemoryEngine(stores: MemoryStores()), rule: .whatWaits))
        figures.note(in: &result)
        let written = result.figures.filter { $0.name.hasPrefix("written by the process") }
        #expect(written.map(\.name) == ["written by the process until closed, of the payloads"])
        #expect(written.map(\.value) == [3.5])
    }

    #if os(Linux)
        @Test func `deferred writes are measured at closing`() async throws {
            try await withTemporaryFolder { folder in
                let engine = SQLiteEngine(durability: .full, cache: .large, isGrouping: false)
                let slice = try await engine.append(
                    load, within: SliceBudget(seconds: nil, events: 200, isObserved: true), eventsPerCommit: nil,
                    in: folder)
                let use = try #require(slice.use)
                let closing = try #require(use.bytesWrittenByClosing)
                // A file system in memory writes nothing at all.
                if use.resources.bytesWritten ?? 0 > 0 { #expect(closing > 0) }
            }
        }
    #endif
}
