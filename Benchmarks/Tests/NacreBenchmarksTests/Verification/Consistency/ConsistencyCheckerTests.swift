import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Handwritten histories, most with one fault, and the checks that find it.
@Suite struct ConsistencyCheckerTests {
    /// A log, and the calls that wrote and read it; times are multiples of ten.
    private struct Story {
        var events: [FinalLog.Event] = []
        var entries: [HistoryEntry] = []
        var versions: [Int: StreamVersion] = [:]

        /// Adds a commit of one event for each stream, and its call if a time is given.
        mutating func commit(
            _ client: Int, _ number: Int, to streams: [Int], at time: ClosedRange<UInt64>?,
            expecting expectation: Nacre.Expectation? = nil, barring barred: AppendAttempt.Barred? = nil
        ) {
            let key = CommitKey(client: client, number: number)
            let first = Position(events.count) + 1
            let shapes = streams.map { EventShape(stream: $0, type: 0, tags: [0]) }
            for (index, shape) in shapes.enumerated() {
                versions[shape.stream, default: 0] += 1
                events.append(
                    FinalLog.Event(
                        position: Position(events.count) + 1, version: versions[shape.stream, default: 0], shape: shape,
                        label: EventLabel(key: key, index: index, count: streams.count),
                        isLastOfCommit: index == streams.count - 1))
            }
            guard let time else { return }
            let attempt = AppendAttempt(
                kind: .fresh, key: key, events: shapes,
                expectations: expectation.map { [.init(streams[0], $0)] } ?? [], checks: [],
                conditions: barred.map { [$0] } ?? [])
            let outcome = AppendOutcome.accepted(
                positions: Array(first...Position(events.count)),
                versions: attempt.streams.map { versions[$0, default: 0] }, isRepeat: false)
            note(client, time, .append(attempt, outcome))
        }

        mutating func refuse(
            _ client: Int, _ number: Int, to stream: Int, at time: ClosedRange<UInt64>, expecting: Nacre.Expectation,
            actual: StreamVersion
        ) {
            let expected = AppendAttempt.Guarded(stream, expecting)
            let attempt = AppendAttempt(
                kind: .fresh, key: CommitKey(client: client, number: number),
                events: [EventShape(stream: stream, type: 0, tags: [])], expectations: [expected], checks: [],
                conditions: [])
            note(client, time, .append(attempt, .refused([.expectation(expected, actual: actual)])))
        }

        mutating func note(_ client: Int, _ time: ClosedRange<UInt64>, _ call: HistoryEntry.Call) {
            entries.append(
                HistoryEntry(client: client, invoked: time.lowerBound, completed: time.upperBound, call: call))
        }

        /// Events as a read shows them.
        func seen(_ positions: [Position]) -> ReadOutcome {
            let log = FinalLog(events)
            return .events(positions.compactMap { log.seen(at: $0) })
        }

        /// The checker's report.
        var report: AuditReport {
            var checker = ConsistencyChecker(entries, FinalLog(events))
            return checker.check()
        }

        /// The failed checks, except that of coverage.
        var broken: [ConsistencyCheck] {
            let failed = report.checks.filter { !$0.passed }.compactMap { ConsistencyCheck(rawValue: $0.name) }
            return failed.filter { $0 != .coverage }
        }
    }

    /// Three commits, one after the other, the second of two events.
    private var story: Story {
        var story = Story()
        story.commit(0, 0, to: [0], at: 10...20)
        story.commit(1, 0, to: [1, 0], at: 30...40)
        story.commit(0, 1, to: [1], at: 50...60)
        return story
    }

    @Test func `sequential commits and reads are consistent`() {
        var story = story
        story.note(2, 21...29, .read(.head, .number(1)))
        story.note(2, 31...45, .read(.head, .number(3)))
        story.note(2, 61...70, .read(.page(.log, after: 0, limit: 9), story.seen([1, 2, 3, 4])))
        story.note(2, 71...80, .read(.last(.stream(1), limit: 1), story.seen([4])))
        story.note(2, 81...90, .read(.version(stream: 0), .number(2)))
        #expect(story.broken == [])
    }

    @Test func `a history without refusals and repeats fails the coverage check`() {
        var checker = ConsistencyChecker(story.entries, FinalLog(story.events))
        #expect(!checker.check().passed)
    }

    @Test func `a commit after one that was called after its answer is out of order`() {
        var story = Story()
        story.commit(0, 0, to: [0], at: 30...40)
        story.commit(1, 0, to: [1], at: 10...20)
        #expect(story.broken == [.order])
    }

    @Test func `commits that overlap in time may be in either order`() {
        var story = Story()
        story.commit(0, 0, to: [0], at: 15...40)
        story.commit(1, 0, to: [1], at: 10...20)
        #expect(story.broken == [])
    }

    @Test func `a read beyond an append that had not begun is found`() {
        var story = Story()
        story.commit(0, 0, to: [0], at: 30...90)
        story.commit(1, 0, to: [1], at: 10...90)
        story.note(2, 20...25, .read(.version(stream: 1), .number(1)))
        #expect(story.broken == [.readFuture])
    }

    private static let expectations: [(Nacre.Expectation, [ConsistencyCheck])] = [
        (.exact(0), []), (.exact(1), [.expectations]), (.noStream, []),
    ]

    @Test(arguments: expectations)
    func `an expectation is checked at its commit's position`(
        expectation: Nacre.Expectation, broken: [ConsistencyCheck]
    ) {
        var story = Story()
        story.commit(0, 0, to: [0], at: 10...20)
        story.commit(0, 1, to: [1], at: 30...40, expecting: expectation)
        story.commit(0, 2, to: [1], at: 50...60)
        #expect(story.broken == broken)
    }

    private static let conditions: [(Position, [ConsistencyCheck])] = [(0, [.conditions]), (1, [])]

    @Test(arguments: conditions)
    func `a condition is checked at its commit's position, without its own events`(
        after: Position, broken: [ConsistencyCheck]
    ) {
        var story = Story()
        story.commit(0, 0, to: [0], at: 10...20)
        story.commit(0, 1, to: [1], at: 30...40, barring: .init(filter: .tag(0), after: after))
        #expect(story.broken == broken)
    }

    private static let refusals: [(StreamVersion, ClosedRange<UInt64>, [ConsistencyCheck])] = [
        (0, 5...9, []), (1, 21...29, []), (1, 5...9, [.refusals]), (0, 21...29, [.refusals]),
        (2, 21...29, [.refusals]), (1, 15...35, []), (2, 31...45, []), (1, 41...45, [.refusals]),
    ]

    @Test(arguments: refusals)
    func `a refusal is correct if the stream had the version meanwhile`(
        actual: StreamVersion, time: ClosedRange<UInt64>, broken: [ConsistencyCheck]
    ) {
        var story = story
        story.refuse(2, 0, to: 0, at: time, expecting: .exact(7), actual: actual)
        #expect(story.broken == broken)
    }

    @Test func `a refusal for a true rule is wrong`() {
        var story = story
        story.refuse(2, 0, to: 0, at: 21...29, expecting: .exact(1), actual: 1)
        #expect(story.broken == [.refusals])
    }

    private static let heads: [(Position, ClosedRange<UInt64>, ConsistencyCheck)] = [
        (1, 41...45, .readFresh), (4, 41...45, .readFuture), (2, 31...45, .readWhole), (9, 61...65, .readFuture),
    ]

    @Test(arguments: heads)
    func `an impossible head is found`(
        head: Position, time: ClosedRange<UInt64>, broken: ConsistencyCheck
    ) {
        var story = story
        story.note(2, time, .read(.head, .number(head)))
        #expect(story.broken == [broken])
    }

    @Test func `a read older than another client's earlier read is found`() {
        var story = Story()
        story.commit(0, 0, to: [0], at: 10...90)
        story.note(1, 20...30, .read(.head, .number(1)))
        story.note(2, 40...50, .read(.version(stream: 0), .number(0)))
        #expect(story.broken == [.readForward])
    }

    private static let reads: [(ReadCall, [Position], ConsistencyCheck)] = [
        (.page(.log, after: 0, limit: 9), [1, 3, 4], .readContent),
        (.page(.log, after: 0, limit: 2), [1, 2, 3], .readContent),
        (.page(.log, after: 0, limit: 9), [1, 2], .readWhole),
        (.page(.log, after: 0, limit: 9), [1], .readFresh),
        (.page(.stream(0), after: 0, limit: 9), [1, 2], .readContent),
        (.page(.stream(1), after: 1, limit: 9), [2, 4], .readContent),
        (.page(.category(1), after: 0, limit: 9), [4], .readContent),
        (.last(.log, limit: 2), [3, 4], .readContent),
        (.last(.log, limit: 3), [4, 3], .readContent),
        (.last(.stream(1), limit: 1), [2], .readFresh),
    ]

    @Test(arguments: reads)
    func `a read that differs from the log is found`(
        call: ReadCall, positions: [Position], broken: ConsistencyCheck
    ) {
        var story = story
        story.note(2, 61...70, .read(call, story.seen(positions)))
        #expect(story.broken == [broken])
    }

    @Test func `a failed read fails the audit`() {
        var story = story
        story.note(2, 61...70, .read(.head, .failed("no")))
        #expect(story.broken == [.readSuccess])
    }

    @Test func `skipped positions and versions are found`() {
        var gap = story
        for index in 2..<gap.events.count { gap.events[index].position += 1 }
        #expect(gap.broken.contains(.numbering))
        var skipped = story
        skipped.events[3].version += 1
        #expect(skipped.broken == [.numbering])
    }

    private static let changes: [@Sendable (inout FinalLog.Event) -> Void] = [
        { $0.shape?.type = 1 }, { $0.shape?.tags = [] }, { $0.label?.count = 3 }, { $0.label = nil },
    ]

    @Test(arguments: changes.indices)
    func `a changed event is found`(change: Int) {
        var story = story
        Self.changes[change](&story.events[1])
        #expect(story.broken.contains(.origin))
    }

    private static let shapes: [EventShape] = [
        .init(stream: 0, type: 1, tags: [0]), .init(stream: 0, type: 0, tags: []),
        .init(stream: 0, type: 0, tags: [0, 1]), .init(stream: 1, type: 0, tags: [0]),
    ]

    @Test(arguments: shapes)
    func `a read with a wrong type, tag or stream is found`(shape: EventShape) {
        var story = story
        guard var event = FinalLog(story.events).seen(at: 1) else { return #expect(Bool(false)) }
        event.shape = shape
        story.note(2, 21...29, .read(.page(.log, after: 0, limit: 1), .events([event])))
        #expect(story.broken == [.readContent])
    }

    @Test func `a read is decoded from its file as encoded`() throws {
        let seen = SeenEvent(
            position: 9, shape: .init(stream: 1, type: 2, tags: [3, 5]), version: 4,
            key: CommitKey(client: 6, number: 7), index: 8)
        let data = try JSONEncoder().encode([seen])
        #expect(try JSONDecoder().decode([SeenEvent].self, from: data) == [seen])
    }

    @Test func `a commit without a call in any history is found`() {
        var story = story
        story.commit(5, 0, to: [0], at: nil)
        #expect(story.broken == [.origin])
    }

    @Test func `a withdrawn commit in the log is found`() {
        var story = story
        story.commit(5, 0, to: [0], at: nil)
        let attempt = attempt(.withdrawn)
        story.note(5, 61...70, .append(attempt, .withdrawn))
        #expect(story.broken == [.refused])
        story.entries[3].call = .append(attempt, .failed(Self.full, mayBeWritten: true))
        #expect(story.broken == [])
    }

    private func attempt(_ kind: AppendAttempt.Kind) -> AppendAttempt {
        AppendAttempt(
            kind: kind, key: CommitKey(client: 5, number: 0), events: [EventShape(stream: 0, type: 0, tags: [0])],
            expectations: [], checks: [], conditions: [])
    }

    private static let full = DiskFailure.words(EventStoreError(.appendsStopped, "it is full"))

    private static let failures: [(AppendAttempt.Kind, AppendOutcome, [ConsistencyCheck])] = [
        (.fresh, AppendOutcome(EventStoreError(.invalidArgument, "no")), [.appendSuccess]),
        (.fresh, AppendOutcome(EventStoreError(.closed, "no", outcome: .notWritten)), [.appendSuccess]),
        (.fresh, AppendOutcome(HarnessError("no")), [.appendSuccess]),
        (.fresh, AppendOutcome(CancellationError()), [.appendSuccess]),
        (.withdrawn, AppendOutcome(CancellationError()), []),
        (.withdrawn, AppendOutcome(EventStoreError(.invalidArgument, "no")), [.appendSuccess]),
        (.fresh, AppendOutcome(EventStoreError(.appendsStopped, "it is full", outcome: .notWritten)), []),
    ]

    @Test(arguments: failures)
    func `a failed append is found, unless it was withdrawn or the disk was full`(
        kind: AppendAttempt.Kind, outcome: AppendOutcome, broken: [ConsistencyCheck]
    ) {
        var story = story
        story.note(5, 61...70, .append(attempt(kind), outcome))
        #expect(story.broken == broken)
    }

    @Test(arguments: [true, false])
    func `a full disk is reported as such, unless another check fails`(mayBeWritten: Bool) {
        var story = story
        story.note(5, 61...70, .append(attempt(.fresh), .failed(Self.full, mayBeWritten: mayBeWritten)))
        #expect(ConsistencyTrial.diskFailure(in: story.entries, found: story.report)?.kind == .inputOutput)
        story.note(2, 71...80, .read(.head, .number(1)))
        #expect(ConsistencyTrial.diskFailure(in: story.entries, found: story.report) == nil)
    }

    private static let repeats: [([Position], StreamVersion, Bool, [ConsistencyCheck])] = [
        ([1], 1, true, []), ([2], 1, true, [.repeats]), ([1], 2, true, [.repeats]), ([1], 1, false, [.once, .repeats]),
    ]

    @Test(arguments: repeats)
    func `a repeat is answered with the recorded commit`(
        positions: [Position], version: StreamVersion, isRepeat: Bool, broken: [ConsistencyCheck]
    ) {
        var story = story
        let attempt = AppendAttempt(
            kind: .repeated, key: CommitKey(client: 0, number: 0),
            events: [EventShape(stream: 0, type: 0, tags: [0])], expectations: [.init(0, .noStream)], checks: [],
            conditions: [])
        story.note(
            2, 61...70,
            .append(attempt, .accepted(positions: positions, versions: [version], isRepeat: isRepeat)))
        let found = Set(story.broken)
        #expect(Set(broken).isSubset(of: found) && found.isSubset(of: [.once, .repeats, .order, .expectations]))
        #expect(found.isEmpty == broken.isEmpty)
    }
}
