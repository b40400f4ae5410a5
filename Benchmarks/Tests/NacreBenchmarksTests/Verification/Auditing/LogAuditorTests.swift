import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Each test plants one fault in a correct log, which the audit must name.
@Suite struct LogAuditorTests {
    @Test func `a log with all acknowledged events passes every check`() async {
        let run = await SampleRun()
        #expect(run.log.count == 60)
        #expect(run.audit.passed, "\(run.audit)")
    }

    @Test func `a lost event is found`() async {
        var run = await SampleRun()
        run.log.remove(at: 30)
        #expect(run.broken.contains("every acknowledged event is in the log"))
    }

    @Test func `a lost event is found even if later ones move up`() async {
        var run = await SampleRun()
        run.log.remove(at: 30)
        run.renumber()
        #expect(run.broken.contains("every acknowledged event is in the log"))
        #expect(!run.broken.contains("positions are gapless from 1"))
    }

    @Test func `a truncated log is found`() async {
        var run = await SampleRun()
        run.log.removeLast(2)
        #expect(run.broken == ["every acknowledged event is in the log"])
    }

    @Test func `an empty log is found`() async {
        var run = await SampleRun()
        run.log = []
        #expect(run.broken == ["every acknowledged event is in the log"])
    }

    @Test func `a duplicated event is found`() async {
        var run = await SampleRun()
        run.log.append(run.log[7])
        run.renumber()
        #expect(run.broken == ["no event is in the log twice"])
    }

    @Test func `a gap between positions is found`() async {
        var run = await SampleRun()
        for index in 40..<run.log.count { run.log[index].position += 1 }
        #expect(run.broken.contains("positions are gapless from 1"))
    }

    @Test func `a log whose first position is not 1 is found`() async {
        var run = await SampleRun()
        for index in run.log.indices { run.log[index].position += 1 }
        #expect(run.broken.contains("positions are gapless from 1"))
    }

    @Test func `a gap between the versions of a stream is found`() async {
        var run = await SampleRun()
        run.log[59].version += 1
        #expect(run.broken.contains("versions are contiguous in every stream"))
    }

    @Test func `two events of a writer in the wrong order are found`() async throws {
        var run = await SampleRun()
        (run.log[20].payload, run.log[21].payload) = (run.log[21].payload, run.log[20].payload)
        #expect(run.broken.contains("each writer's events are in the order of its appends"))
    }

    @Test func `swapped appends are found`() async throws {
        var run = await SampleRun()
        run.log.swapAt(20, 50)
        run.log.swapAt(21, 51)
        run.renumber()
        #expect(run.broken.contains("every acknowledged event is at the position that its append returned"))
    }

    @Test func `an unacknowledged event in the log is found`() async {
        var run = await SampleRun()
        run.records[1].acknowledgements.removeLast()
        #expect(run.broken == ["the log has only events that were acknowledged or in flight"])
    }

    @Test func `an acknowledgement of another position than the event's is found`() async {
        var run = await SampleRun()
        run.records[2].acknowledgements[4].firstPosition += 2
        #expect(run.broken == ["every acknowledged event is at the position that its append returned"])
    }

    @Test func `an acknowledgement of another version than the event's is found`() async {
        var run = await SampleRun()
        run.records[0].acknowledgements[3].place?.firstVersion += 1
        #expect(run.broken == ["every acknowledged event is at the position that its append returned"])
    }

    @Test(arguments: 0..<27)
    func `a changed byte of a payload is found, wherever it is`(offset: Int) async {
        var run = await SampleRun()
        run.log[33].payload[offset] ^= 0x10
        #expect(!run.broken.isEmpty)
    }

    @Test func `a payload of another length is found`() async {
        var run = await SampleRun()
        run.log[33].payload.removeLast()
        #expect(run.broken == ["every payload is what was appended"])
    }

    @Test func `a payload too short for a mark is found`() async {
        var run = await SampleRun()
        run.log[33].payload = [1, 2, 3]
        #expect(run.broken.contains("every payload is what was appended"))
    }

    @Test func `an event in another stream than it was appended to is found`() async {
        var run = await SampleRun()
        run.log[12].stream = "load-00000099"
        #expect(run.broken == ["every event is in its own stream"])
    }

    @Test(arguments: [2, 31, 59])
    func `a log without its oldest events passes only if it need not be whole`(missing: Int) async {
        var run = await SampleRun()
        run.log.removeFirst(missing)
        #expect(run.broken.contains("every acknowledged event is in the log"))
        run.isWhole = false
        #expect(run.broken.isEmpty)
    }

    @Test(arguments: [30..<32, 59..<60, 20..<60])
    func `lost events are found in a log without its oldest ones`(lost: Range<Int>) async {
        var run = await SampleRun()
        run.isWhole = false
        run.log.removeSubrange(lost)
        run.log.removeFirst(20)
        #expect(run.broken.contains { $0.hasPrefix("every acknowledged event from the first position") })
    }

    @Test func `a log that begins behind the last acknowledged event is found`() async {
        var run = await SampleRun()
        run.isWhole = false
        run.log.removeSubrange(1...)
        run.log[0].position = 61
        #expect(run.broken.contains { $0.hasPrefix("every acknowledged event from the first position") })
    }

    @Test func `an append that failed is found, whether its events are there or not`() async {
        for writes in [true, false] {
            let target = RecordingTarget(failingAfter: 12, writesBeforeFailing: writes)
            let run = await SampleRun(target: target)
            let failures = run.records.filter { $0.failure != nil }.count
            #expect(failures > 0)
            #expect(run.log.count == 24 + (writes ? 2 * failures : 0))
            #expect(run.broken == ["no append failed"])
        }
    }

    @Test func `a load without acknowledged events does not pass`() async {
        let run = await SampleRun(target: RecordingTarget(failingAfter: 0))
        #expect(run.broken.contains("something was appended"))
    }

    @Test func `a finding has the count and the first violation`() async throws {
        var run = await SampleRun()
        run.log.removeLast(2)
        let check = try #require(run.audit.checks.first { !$0.passed })
        #expect(check.detail?.hasPrefix("2 times, first: event ") == true)
    }
}
