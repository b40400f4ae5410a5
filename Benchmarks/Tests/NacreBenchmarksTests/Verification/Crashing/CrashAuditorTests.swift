import Nacre
import Testing

@testable import NacreVerification

/// Each test plants one fault in a log that is correct after a kill, which the audit must name.
@Suite struct CrashAuditorTests {
    private static let plan = CrashPlan(
        writers: 2, eventsPerAppend: 3, streamsPerAppend: 2, streams: 9, payloadBytes: 40, seed: 3,
        metadataBytes: 12)

    /// A log and its writers' records: three acknowledged commits of each, and one of the first in flight.
    private struct Sample {
        var log: [LoggedRecord] = []
        var ledger = CrashLedger(writers: 3)

        init() throws {
            for number in 0..<3 { for writer in 0..<2 { try add(UInt64(number), of: writer, isAcknowledged: true) } }
            try add(3, of: 0, isAcknowledged: false)
        }

        private mutating func add(_ number: UInt64, of writer: Int, isAcknowledged: Bool) throws {
            let streams = plan.streams(of: writer, commit: number)
            let commit = plan.commit(of: writer, number: number, heads: [:])
            for (index, entry) in commit.entries.enumerated() {
                let stream = streams[index % streams.count]
                ledger.heads[stream, default: 0] += 1
                log.append(
                    LoggedRecord(
                        position: UInt64(log.count) + 1, version: ledger.heads[stream, default: 0],
                        stream: [UInt8](entry.stream.text.utf8), payload: entry.event.data,
                        type: [UInt8](entry.event.type.text.utf8), schema: entry.event.schema,
                        metadata: entry.event.metadata))
            }
            let last = UInt64(log.count)
            let answer = AppendAnswer(
                first: last - 2, last: last, versions: streams.map { ledger.heads[$0, default: 0] })
            if isAcknowledged {
                try ledger.take(answer, to: number, of: writer)
            } else {
                try ledger.take(.init(inFlight: [plan.mark(of: writer, commit: number, index: 0)]), of: writer)
            }
        }

        /// Numbers positions and versions as a store without the removed events would.
        mutating func renumber() {
            var versions: [[UInt8]: UInt64] = [:]
            for index in log.indices {
                versions[log[index].stream, default: 0] += 1
                log[index].position = UInt64(index) + 1
                log[index].version = versions[log[index].stream, default: 0]
            }
        }

        var audited: (report: AuditReport, ledger: CrashLedger, inFlight: Int, found: Int) {
            var auditor = CrashAuditor(plan: plan, ledger: ledger)
            for event in log { auditor.observe(event) }
            return auditor.finish()
        }

        var broken: [String] { audited.report.checks.filter { !$0.passed }.map(\.name) }
    }

    @Test func `a log with all acknowledged commits passes, and commits in flight are settled as found`() throws {
        let sample = try Sample()
        let audited = sample.audited
        #expect(audited.report.passed, "\(audited.report)")
        #expect(audited.inFlight == 1)
        #expect(audited.found == 1)
        #expect(audited.ledger.commits[0][3] == .found(19))
        #expect(audited.ledger.heads == sample.ledger.heads)
    }

    @Test func `a commit in flight may be missing, and must then never appear`() throws {
        var sample = try Sample()
        let whole = sample.log
        sample.log.removeLast(3)
        #expect(sample.audited.report.passed)
        #expect(sample.audited.found == 0)
        sample.ledger = sample.audited.ledger
        sample.log = whole
        #expect(sample.broken == ["the log has only events that were acknowledged or in flight"])
    }

    @Test(arguments: [1, 2])
    func `a commit in flight must not be there in part`(missing: Int) throws {
        var sample = try Sample()
        sample.log.removeLast(missing)
        #expect(sample.broken == ["every commit is whole, with adjacent events"])
    }

    @Test func `an acknowledged commit that is missing at the end is lost`() throws {
        var sample = try Sample()
        sample.log.removeLast(6)
        #expect(sample.broken == ["every acknowledged commit is in the log"])
    }

    @Test func `a missing acknowledged commit is lost even if later ones move up`() throws {
        var sample = try Sample()
        sample.log.removeSubrange(3..<6)
        sample.renumber()
        #expect(sample.broken.contains("every acknowledged commit is in the log"))
    }

    @Test func `a commit found in one cycle must be there in the next`() throws {
        var sample = try Sample()
        sample.ledger = sample.audited.ledger
        sample.log.removeLast(3)
        #expect(sample.broken == ["commits found in one cycle are found in every later one"])
    }

    @Test func `a duplicated commit is found`() throws {
        var sample = try Sample()
        sample.log += sample.log[..<3]
        sample.renumber()
        #expect(sample.broken.contains("no commit is in the log twice"))
    }

    @Test func `a commit interrupted by another's event is partial`() throws {
        var sample = try Sample()
        sample.log.swapAt(2, 3)
        sample.renumber()
        #expect(sample.broken.contains("every commit is whole, with adjacent events"))
    }

    @Test func `swapped commits of a writer are found`() throws {
        var sample = try Sample()
        sample.log = Array(sample.log[6..<9] + sample.log[3..<6] + sample.log[0..<3] + sample.log[9...])
        sample.renumber()
        #expect(sample.broken.contains("each writer's commits are in the order of its appends"))
    }

    @Test func `a gap in the positions is found`() throws {
        var sample = try Sample()
        for index in 18..<sample.log.count { sample.log[index].position += 1 }
        #expect(sample.broken == ["positions are gapless from 1"])
    }

    @Test func `a gap in the versions of a stream is found`() throws {
        var sample = try Sample()
        sample.log[sample.log.count - 1].version += 1
        #expect(sample.broken == ["versions are contiguous in every stream"])
    }

    @Test func `a payload with one other byte is found`() throws {
        var sample = try Sample()
        sample.log[4].payload[30] ^= 1
        #expect(sample.broken == ["every event is what was appended, in its own stream"])
    }

    @Test func `a changed schema number is found by name`() throws {
        var sample = try Sample()
        #expect(Set(sample.log.map(\.schema)) == [1, 2, 3])
        sample.log[4].schema += 1
        #expect(sample.broken == [AuditReport.contextCheck])
    }

    @Test func `metadata that is changed, cut short, gone or another event's is found by name`() throws {
        let log = try Sample().log
        let own = log[4].metadata
        #expect(own.count == 12)
        let others: [[UInt8]] = [own.map { $0 ^ 1 }, own.dropLast(), [], log[5].metadata]
        for metadata in others {
            var sample = try Sample()
            sample.log[4].metadata = metadata
            #expect(sample.broken == [AuditReport.contextCheck])
        }
    }

    @Test func `an answer with other versions than those in the log is found`() throws {
        var sample = try Sample()
        guard case .acknowledged(var answer) = sample.ledger.commits[1][2] else { return }
        answer.versions[1] += 1
        sample.ledger.settle(2, of: 1, as: .acknowledged(answer))
        #expect(sample.broken == ["every acknowledged commit is at the position that its append returned"])
    }

    @Test func `a commit without a call is found`() throws {
        var sample = try Sample()
        var ledger = CrashLedger(writers: 3)
        for commit in 0..<3 {
            for writer in 0..<2 {
                guard case .acknowledged(let answer) = sample.ledger.commits[writer][commit] else { continue }
                try ledger.take(answer, to: UInt64(commit), of: writer)
            }
        }
        sample.ledger = ledger
        #expect(sample.broken == ["the log has only events that were acknowledged or in flight"])
    }
}
