/// The required and the possible contents of a store whose process was killed.
struct KilledLoad: Sendable {
    /// One for each writer: its answers before and under the load, and its append in flight at the kill.
    private(set) var records: [WriterRecord]

    /// Events that were acknowledged under the load.
    private(set) var acknowledged = 0

    private var broken = AuditFinding()
    private let failure: String?

    /// Joins the answers before the load with a journal of it; each active writer may have had one append in flight.
    ///
    /// `failure` is why the load ended before the kill, if it did.
    init(
        _ records: [WriterRecord], journal: JournalContents<EventMark>, writers: Range<Int>, failure: String? = nil
    ) {
        self.records = records
        self.failure = failure
        for told in journal.acknowledged {
            let (mark, answer) = (told.mark, told.answer)
            let writer = Int(mark.writer)
            guard writers.contains(writer), writer < records.count else {
                broken.note("writer \(writer) got an answer, but was not at work")
                continue
            }
            let next = UInt64(self.records[writer].eventsAcknowledged)
            guard mark.sequence == next else {
                broken.note("writer \(writer) got an answer to its event \(mark.sequence), \(next) was next")
                continue
            }
            let count = self.records[writer].eventsPerAcknowledgement
            guard answer.last &- answer.first &+ 1 == UInt64(count), answer.versions.count == 1 else {
                broken.note(
                    "writer \(writer) got an answer with \(answer.versions.count) streams and the positions \(answer.first) to "
                        + "\(answer.last), of an append of \(count) events to one")
                continue
            }
            self.records[writer].acknowledgements.append(
                .init(
                    firstPosition: answer.first,
                    place: .init(stream: mark.stream, firstVersion: answer.versions[0] &- UInt64(count) &+ 1)))
            acknowledged += count
        }
        for writer in writers where writer < records.count {
            self.records[writer].eventsInFlight = self.records[writer].eventsPerAcknowledgement
        }
    }

    /// Checks the journal by itself.
    var report: AuditReport {
        var idle = AuditFinding()
        idle.expect(acknowledged > 0, "nothing was acknowledged before the kill: give the load more time")
        var report = AuditReport(checks: [
            broken.check("each writer's appends were acknowledged whole and in order"),
            idle.check("the process was killed under load"),
        ])
        report.checks += AuditFinding.checks(of: [failure].compactMap(\.self), "no append failed before the kill")
        return report
    }
}
