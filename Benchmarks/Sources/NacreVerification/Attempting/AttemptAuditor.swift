package import Nacre

/// Checks the log of contending writers, read back event by event, against the outcomes of their attempts.
///
/// Every accepted attempt must be in the log once, at the acknowledged place, and its expectations must have been true
/// of the log before its first event. No event of a refused attempt may be in the log. The events that the store was
/// filled with come first.
package struct AttemptAuditor: Sendable {
    /// The events that a store was filled with before the first attempt.
    package struct Filling: Sendable {
        /// The number of writers that filled it; the numbers of the attempting writers follow theirs.
        let writers: Int
        let contents: LogContents

        package init(writers: Int, contents: LogContents) { (self.writers, self.contents) = (writers, contents) }
    }

    private let filling: Filling
    private let eventsPerAppend: Int
    private let templates: PayloadTemplates
    private let records: [AttemptRecord]

    /// Whether any attempt has a condition on tags.
    private let judgesConditions: Bool

    private var lastPosition: UInt64 = 0
    private var payloadSum: UInt64 = 0
    private var filledSum: UInt64?
    private var versionsOfStreams: [StreamName: StreamVersion] = [:]
    private var lastTagged: [UInt32: Position] = [:]
    private var events: SeenEvents
    /// The positions of the events of unanswered attempts, by writer and number.
    private var unanswered: [[Int]: [Position]] = [:]

    private var gaps = AuditFinding()
    private var payloads = AuditFinding()
    private var contexts = AuditFinding()
    private var streams = AuditFinding()
    private var versions = AuditFinding()
    private var strangers = AuditFinding()
    private var misplaced = AuditFinding()
    private var expectations = AuditFinding()
    private var conditions = AuditFinding()

    /// Audits the attempts of writers.
    package init(
        records: [AttemptRecord], eventsPerAppend: Int, templates: PayloadTemplates,
        filling: Filling = Filling(writers: 0, contents: LogContents())
    ) {
        self.records = records
        self.eventsPerAppend = eventsPerAppend
        self.templates = templates
        self.filling = filling
        judgesConditions = records.contains { record in
            record.attempts.contains { if case .noEvent = $0.claim { true } else { false } }
        }
        events = SeenEvents(counts: records.map { $0.attempts.count * eventsPerAppend })
    }

    /// The log's contents, by the events seen so far.
    package var contents: LogContents { LogContents(events: lastPosition, payloadSum: payloadSum) }

    /// Takes the next event of the log.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload and the metadata.
    package mutating func observe(_ event: RecordedEvent) {
        let position = event.position
        gaps.expect(position == lastPosition + 1, "position \(position) follows \(lastPosition)")
        lastPosition = position
        payloadSum &+= event.data.span.bytes.wordSum
        if position == filling.contents.events { filledSum = payloadSum }

        let head = versionsOfStreams[event.stream, default: 0]
        versions.expect(
            event.version == head + 1,
            "version \(event.version) follows \(head) in \(event.stream), at position \(position)")
        defer { versionsOfStreams[event.stream] = event.version }

        guard let mark = EventMark(of: event.data.span.bytes) else {
            payloads.note("the payload at position \(position) carries no mark of this load")
            return
        }
        payloads.expect(
            templates.matches(event.data.span.bytes, mark: mark) && event.type == AppendLoad.eventType,
            "the payload or type at position \(position) is not what was appended")
        contexts.expectContext(
            templates.matches(schema: event.schema, metadata: event.metadata.span.bytes, mark: mark), at: position)
        streams.expect(
            AppendLoad.streamNumber(event.stream.text.utf8.span.bytes) == Int(mark.stream),
            "the event at position \(position) is in another stream than the one that it was appended to")
        if Int(mark.writer) < filling.writers {
            strangers.expect(
                position <= filling.contents.events, "an event of the filling is again at position \(position)")
        } else {
            account(for: event, mark, streamWasAt: head)
        }
        guard judgesConditions else { return }
        for tag in event.tags {
            guard let number = UInt32(tag.text.drop { $0 != "-" }.dropFirst()), Attempt.tag(number) == tag else {
                continue
            }
            lastTagged[number] = position
        }
    }

    private mutating func account(for event: RecordedEvent, _ mark: EventMark, streamWasAt head: StreamVersion) {
        let writer = Int(mark.writer) - filling.writers
        let (index, offset) = Int(clamping: mark.sequence).quotientAndRemainder(dividingBy: eventsPerAppend)
        guard writer < records.count, index < records[writer].attempts.count else {
            strangers.note("no attempt has the event at position \(event.position)")
            return
        }
        let attempt = records[writer].attempts[index]
        guard attempt.outcome != .refused else {
            strangers.note("attempt \(index) of writer \(writer) was refused, but is in the log at \(event.position)")
            return
        }
        guard events.take(mark.sequence, of: writer, at: event.position) else { return }
        streams.expect(
            mark.stream == attempt.stream && event.tags == (attempt.tag.map { [Attempt.tag($0)] } ?? []),
            "the event at position \(event.position) is not in the stream, or with the tag, of its attempt")
        if attempt.outcome == .unknown { unanswered[[writer, index], default: []].append(event.position) }
        if case .accepted(let position, let version) = attempt.outcome {
            let told = (position + UInt64(offset), version + UInt64(offset))
            misplaced.expect(
                (event.position, event.version) == told,
                "event \(mark.sequence) of writer \(writer) is version \(event.version) at position \(event.position), its "
                    + "append was acknowledged as \(told.1) at \(told.0)")
        }
        if offset == 0 { judge(attempt, at: event.position, streamWasAt: head) }
    }

    /// Checks whether an attempt's expectations were true before its first event.
    private mutating func judge(_ attempt: Attempt, at position: Position, streamWasAt head: StreamVersion) {
        switch attempt.claim {
        case .nothing: break
        case .version(let expected):
            expectations.expect(
                head == expected,
                "position \(position) was accepted for \(AppendLoad.streamName(Int(attempt.stream))) at \(expected), "
                    + "which was at \(head)")
        case .noEvent(let after):
            let last = attempt.tag.flatMap { lastTagged[$0] } ?? 0
            conditions.expect(
                last <= after,
                "position \(position) was accepted on condition of no event with its tag after \(after), but position "
                    + "\(last) has one")
        }
    }

    /// Judges the whole log after its last event.
    package func finish() -> AuditReport {
        var lost = AuditFinding()
        for (writer, record) in records.enumerated() {
            for (index, attempt) in record.attempts.enumerated() where attempt.isAccepted {
                let sequences = index * eventsPerAppend..<(index + 1) * eventsPerAppend
                lost.expect(
                    events.seen[writer][sequences].allSatisfy(\.self),
                    "attempt \(index) of writer \(writer) was accepted, but is not completely in the log")
            }
        }
        var nothing = AuditFinding()
        nothing.expect(
            filling.contents.events > 0 || records.contains { $0.attempts.contains(where: \.isAccepted) },
            "no attempt was accepted")
        var report = AuditReport(checks: [
            lost.check("every accepted append is in the log"),
            events.repeated.check("no event is in the log twice"),
            strangers.check("the log has only events that were accepted or in flight"),
            misplaced.check("every accepted append is at the position that it returned"),
            expectations.check("every expectation was true before its append"),
            conditions.check("every condition was true before its append"),
            events.disordered.check("each writer's events are in the order of its appends"),
            gaps.check("positions are gapless from 1"),
            versions.check("versions are contiguous in every stream"),
            streams.check("every event is in its own stream, with its own tag"),
            payloads.check("every payload is what was appended"),
            contexts.check(AuditReport.contextCheck),
        ])
        if records.contains(where: { $0.attempts.contains { $0.outcome == .unknown } }) {
            report.checks.append(partial.check(AuditReport.wholenessCheck))
        }
        report.checks += AuditFinding.checks(
            of: records.compactMap(\.failure), "no append failed except by a conflict")
        report.checks.append(nothing.check(AuditReport.somethingCheck))
        if filling.contents.events > 0 {
            report.add(
                "the filled part of the log is unchanged", passed: filledSum == filling.contents.payloadSum,
                detail: "the sum of its payloads differs")
        }
        return report
    }

    /// Unanswered attempts whose events are in the log in part, or not adjacent.
    private var partial: AuditFinding {
        var finding = AuditFinding()
        for (attempt, positions) in unanswered.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            finding.expect(
                positions.count == eventsPerAppend && zip(positions, positions.dropFirst()).allSatisfy { $0 + 1 == $1 },
                "of attempt \(attempt[1]) of writer \(attempt[0]), \(eventsPerAppend) events without an answer, the log "
                    + "holds events at the positions \(positions.map(String.init).joined(separator: ", "))")
        }
        return finding
    }
}
