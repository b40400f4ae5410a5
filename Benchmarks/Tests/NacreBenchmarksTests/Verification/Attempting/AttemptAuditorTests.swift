import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Each test plants one fault in a correct log, which the audit must name.
@Suite struct AttemptAuditorTests {
    @Test(arguments: [true, false])
    func `a log with all accepted appends passes every check`(conditional: Bool) {
        let sample = AttemptedLog(conditional: conditional)
        #expect(sample.log.count == 24)
        #expect(sample.records.contains { $0.attempts.contains { $0.outcome == .refused } })
        #expect(sample.audit().passed, "\(sample.audit())")
    }

    @Test func `a lost append is found even if later ones move up`() {
        var sample = AttemptedLog()
        sample.log.removeSubrange(22..<24)
        #expect(sample.broken == ["every accepted append is in the log"])
        sample = AttemptedLog()
        sample.log.removeSubrange(10..<12)
        sample.renumber()
        #expect(sample.broken.contains("every accepted append is in the log"))
        #expect(!sample.broken.contains("positions are gapless from 1"))
    }

    @Test func `a partial append is found`() {
        var sample = AttemptedLog()
        sample.log.removeLast()
        #expect(sample.broken == ["every accepted append is in the log"])
    }

    @Test func `a duplicated event is found`() {
        var sample = AttemptedLog()
        sample.log.append(sample.log[7])
        sample.renumber()
        #expect(sample.broken == ["no event is in the log twice"])
    }

    @Test func `events of a refused attempt are found`() throws {
        var sample = AttemptedLog()
        let refused = try #require(sample.records[0].attempts.firstIndex { $0.outcome == .refused })
        let attempt = sample.records[0].attempts[refused]
        sample.log.append(sample.event(of: attempt, 0, sequence: UInt64(refused * 2)))
        #expect(sample.broken == ["the log has only events that were accepted or in flight"])
    }

    @Test func `events without an attempt are found`() {
        var sample = AttemptedLog()
        sample.records[1].attempts.removeLast()
        #expect(sample.broken == ["the log has only events that were accepted or in flight"])
    }

    @Test func `events of an attempt in flight may be there or not`() {
        var sample = AttemptedLog()
        var attempt = Attempt(stream: 1, claim: .nothing)
        attempt.outcome = .unknown
        sample.append(attempt, of: 1)
        #expect(sample.broken.isEmpty)
        sample.log.removeLast()
        #expect(sample.broken == ["appends in flight are in the log whole or not at all"])
        sample.log.removeLast()
        #expect(sample.broken.isEmpty)
    }

    @Test func `an attempt in flight is in the log only if what it expected was true`() {
        var sample = AttemptedLog()
        sample.append(Attempt(stream: 1, claim: .version(2)), of: 1)
        #expect(sample.broken == ["every expectation was true before its append"])
    }

    @Test func `an acceptance at another place than the events' is found`() {
        for place in [(13 as UInt64, 1 as UInt64), (1, 2)] {
            var sample = AttemptedLog()
            sample.records[1].attempts[0].outcome = .accepted(firstPosition: place.0, firstVersion: place.1)
            #expect(sample.broken == ["every accepted append is at the position that it returned"])
        }
    }

    @Test func `an append accepted at a stale version is found`() {
        var sample = AttemptedLog()
        let last = sample.records[1].attempts.count - 1
        guard case .version(let version) = sample.records[1].attempts[last].claim else { return }
        sample.records[1].attempts[last].claim = .version(version - 2)
        #expect(sample.broken == ["every expectation was true before its append"])
    }

    @Test func `an append accepted against its condition is found`() {
        var sample = AttemptedLog(conditional: true)
        let last = sample.records[1].attempts.count - 1
        sample.records[1].attempts[last].claim = .noEvent(after: 10)
        #expect(sample.broken == ["every condition was true before its append"])
    }

    @Test func `a condition broken by the next position is found`() {
        var sample = AttemptedLog(conditional: true)
        var attempt = Attempt(stream: 0, tag: 7, claim: .nothing)
        sample.append(attempt, of: 0)
        let last = UInt64(sample.log.count)
        attempt.claim = .noEvent(after: last)
        sample.append(attempt, of: 0)
        #expect(sample.broken.isEmpty)
        attempt.claim = .noEvent(after: last + 1)
        sample.append(attempt, of: 0)
        #expect(sample.broken == ["every condition was true before its append"])
    }

    @Test func `a writer's appends in the wrong order are found`() {
        var sample = AttemptedLog()
        let (first, second) = (sample.log[4], sample.log[5])
        sample.log[4] = first.with(data: second.data)
        sample.log[5] = second.with(data: first.data)
        #expect(sample.broken.contains("each writer's events are in the order of its appends"))
    }

    @Test func `gaps between positions, and between versions, are found`() {
        var sample = AttemptedLog()
        let last = sample.log[23]
        sample.log[23] = last.with(position: 25)
        #expect(sample.broken.contains("positions are gapless from 1"))
        sample.log[23] = last.with(version: last.version + 1)
        #expect(sample.broken.contains("versions are contiguous in every stream"))
    }

    @Test func `an event in another stream, or with another tag, is found`() {
        var sample = AttemptedLog(conditional: true)
        let last = sample.log[23]
        sample.log[23] = last.with(stream: "load-00000009", version: 1)
        #expect(sample.broken.contains("every event is in its own stream, with its own tag"))
        sample.log[23] = last.with(tags: [])
        #expect(sample.broken == ["every event is in its own stream, with its own tag"])
    }

    @Test func `a changed payload is found`() {
        var sample = AttemptedLog()
        var data = sample.log[3].data
        data[39] ^= 1
        sample.log[3] = sample.log[3].with(data: data)
        #expect(sample.broken == ["every payload is what was appended"])
    }

    @Test func `a changed schema number is found by name`() {
        var sample = AttemptedLog()
        sample.log[3] = sample.log[3].with(schema: sample.log[3].schema + 1)
        #expect(sample.broken == [AuditReport.contextCheck])
    }

    @Test func `metadata that is changed, cut short, gone or another event's is found by name`() {
        let own = AttemptedLog().log[3].metadata
        #expect(own.count == 12)
        let others: [[UInt8]] = [own.map { $0 ^ 1 }, own.dropLast(), [], AttemptedLog().log[4].metadata]
        for metadata in others {
            var sample = AttemptedLog()
            sample.log[3] = sample.log[3].with(metadata: metadata)
            #expect(sample.broken == [AuditReport.contextCheck])
        }
    }

    @Test func `a failure other than a conflict is found, and a run without accepted appends`() {
        var sample = AttemptedLog()
        sample.records[0].failure = "the disk is gone"
        #expect(sample.broken == ["no append failed except by a conflict"])
        let empty = AttemptedLog(attemptsOfEach: 0)
        #expect(empty.broken == ["something was appended"])
    }

    @Test func `the filled part of the log is checked against its manifest`() {
        var sample = AttemptedLog()
        var contents = LogContents(events: 0, payloadSum: 0)
        for event in sample.log { contents.add(event.data) }
        sample.records = []
        let filling = AttemptAuditor.Filling(writers: 2, contents: contents)
        #expect(sample.audit(filling: filling).passed)
        sample.log.removeLast()
        #expect(!sample.audit(filling: filling).passed)
        sample = AttemptedLog()
        sample.records = []
        sample.log.append(sample.log[0].with(position: 25, version: 13))
        let broken = sample.audit(filling: filling).checks.filter { !$0.passed }.map(\.name)
        #expect(broken == ["the log has only events that were accepted or in flight"])
    }
}
