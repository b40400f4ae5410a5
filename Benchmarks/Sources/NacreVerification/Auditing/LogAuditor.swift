package import Nacre

/// Checks a log, read back event by event, against the answers that its writers received.
///
/// Every acknowledged event must be in the log once, at the acknowledged place. Besides these, only events in flight
/// may be there. If a log keeps only its newest events, they are checked from the first position that it has on, and the
/// last acknowledged event must be there.
package struct LogAuditor: LogObserver {
    private let load: AppendLoad
    private let templates: PayloadTemplates
    private let records: [WriterRecord]

    /// Whether the log must begin with position 1.
    private let isWhole: Bool

    private var firstPosition: UInt64 = 1
    private var lastPosition: UInt64 = 0
    private var heads: [UInt64]
    private var events: SeenEvents
    private var payloadSum: UInt64 = 0

    // For each writer, the numbers and positions of events that were in flight and are in the log.
    private var inFlight: [[(sequence: Int, position: UInt64)]]

    /// Bytes of data and metadata of all events seen so far.
    package private(set) var payloadBytes: UInt64 = 0

    private var gaps = AuditFinding()
    private var versions = AuditFinding()
    private var payloads = AuditFinding()
    private var streams = AuditFinding()
    private var misplaced = AuditFinding()
    private var unacknowledged = AuditFinding()
    private var labels = AuditFinding()
    private var types = AuditFinding()
    private var contexts = AuditFinding()

    /// The answers that acknowledge the events seen so far, if ``collectsAnswers``.
    package private(set) var answers: [WriterRecord]

    /// Whether ``answers`` are collected: they replace discarded answers for a log that was audited when it was filled.
    package var collectsAnswers = false

    /// Audits the writers of a load; `isWhole` is false for a log that keeps only its newest events.
    package init(load: AppendLoad, records: [WriterRecord], isWhole: Bool = true) {
        self.load = load
        self.records = records
        self.isWhole = isWhole
        templates = PayloadTemplates(of: load)
        heads = [UInt64](repeating: 0, count: load.streams)
        events = SeenEvents(counts: records.map { $0.eventsAcknowledged + $0.eventsInFlight })
        inFlight = records.map { _ in [] }
        answers = records.map { WriterRecord(eventsPerAcknowledgement: $0.eventsPerAcknowledgement) }
    }

    /// The log's contents, by the events seen so far.
    package var contents: LogContents {
        LogContents(events: lastPosition - (firstPosition - 1), payloadSum: payloadSum)
    }

    /// Whether events must be passed with their ids and tags.
    package var wantsLabels: Bool { load.hasTags }

    /// Checks the next event of the log.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload and the metadata.
    package mutating func observe(
        position: UInt64, version: UInt64, stream: RawSpan, payload: RawSpan, type: RawSpan, schema: Int,
        metadata: RawSpan, id: EventID?, tags: [Tag]
    ) {
        if !isWhole, lastPosition == 0, position > 0 { (firstPosition, lastPosition) = (position, position - 1) }
        gaps.expect(position == lastPosition + 1, "position \(position) follows \(lastPosition)")
        lastPosition = position
        payloadSum &+= payload.wordSum
        payloadBytes += UInt64(payload.byteCount + metadata.byteCount)

        guard let mark = EventMark(of: payload), mark.writer < records.count, mark.stream < load.streams else {
            payloads.note("the payload at position \(position) carries no mark of this load")
            return
        }
        payloads.expect(
            templates.matches(payload, mark: mark), "the payload at position \(position) is not what was appended")
        types.expect(
            templates.isType(type, of: mark),
            "the event at position \(position) is not of the type that it was appended with")
        contexts.expectContext(templates.matches(schema: schema, metadata: metadata, mark: mark), at: position)
        if wantsLabels {
            let hasItsID = load.labels != .idAndTags || id == mark.id(of: load)
            labels.expect(
                hasItsID && tags == mark.tags(of: load) + templates.tags(of: mark),
                "the event at position \(position) does not carry the id and tags that it was appended with")
        }
        streams.expect(
            AppendLoad.streamNumber(stream) == Int(mark.stream),
            "the event at position \(position) is in another stream than the one that it was appended to")

        let head = heads[Int(mark.stream)]
        // The first event of a stream may be one that the log no longer has.
        let isFirstKept = head == 0 && firstPosition > 1
        versions.expect(
            version == head + 1 || isFirstKept && version > 0,
            "version \(version) follows \(head) in \(AppendLoad.streamName(Int(mark.stream))), at position \(position)")
        heads[Int(mark.stream)] = version
        account(for: mark, position: position, version: version)
        if collectsAnswers, mark.sequence.isMultiple(of: UInt64(load.eventsPerAppend)) {
            answers[Int(mark.writer)].acknowledgements.append(
                .init(firstPosition: position, place: .init(stream: mark.stream, firstVersion: version)))
        }
    }

    private mutating func account(for mark: EventMark, position: UInt64, version: UInt64) {
        let writer = Int(mark.writer)
        let record = records[writer]
        guard mark.sequence < UInt64(events.seen[writer].count) else {
            unacknowledged.note(
                "no answer acknowledges event \(mark.sequence) of writer \(writer), at position \(position)")
            return
        }
        let sequence = Int(mark.sequence)
        guard events.take(mark.sequence, of: writer, at: position) else { return }
        guard sequence < record.eventsAcknowledged else {
            inFlight[writer].append((sequence, position))
            return
        }
        let (index, offset) = sequence.quotientAndRemainder(dividingBy: record.eventsPerAcknowledgement)
        let told = record.acknowledgements[index]
        misplaced.expect(
            position == told.firstPosition + UInt64(offset),
            "event \(sequence) of writer \(writer) is at position \(position), its append was acknowledged at "
                + "\(told.firstPosition + UInt64(offset))")
        if let place = told.place {
            misplaced.expect(
                mark.stream == place.stream && version == place.firstVersion + UInt64(offset),
                "event \(sequence) of writer \(writer) is version \(version) of stream \(mark.stream), acknowledged "
                    + "as version \(place.firstVersion + UInt64(offset)) of stream \(place.stream)")
        }
    }

    /// Judges the whole log after its last event.
    package func finish() -> AuditReport {
        var nothing = AuditFinding()
        nothing.expect(records.contains { $0.eventsAcknowledged > 0 }, "no event was acknowledged")
        var report = AuditReport(checks: [
            lost.check(isWhole ? "every acknowledged event is in the log" : Self.newestCheck),
            events.repeated.check("no event is in the log twice"),
            unacknowledged.check("the log has only events that were acknowledged or in flight"),
            misplaced.check("every acknowledged event is at the position that its append returned"),
            events.disordered.check("each writer's events are in the order of its appends"),
            gaps.check("positions are gapless from \(isWhole ? "1" : "the first one that the log keeps")"),
            versions.check("versions are contiguous in every stream"),
            streams.check("every event is in its own stream"),
            payloads.check("every payload is what was appended"),
            types.check("every event has its own type"),
            contexts.check(AuditReport.contextCheck),
        ])
        report.checks += AuditFinding.checks(of: records.compactMap(\.failure), "no append failed")
        report.checks.append(nothing.check(AuditReport.somethingCheck))
        if records.contains(where: { $0.eventsInFlight > 0 }) {
            report.checks.append(partial.check(AuditReport.wholenessCheck))
        }
        if wantsLabels { report.checks.append(labels.check("every event carries its own id and tags")) }
        judgeRefusalsAndRepeats(in: &report)
        return report
    }

    /// The check for lost events of a log that keeps only its newest ones.
    private static let newestCheck =
        "every acknowledged event from the first position that the log keeps on is in it, and the last one in any case"

    /// Acknowledged events that the log lacks.
    private var lost: AuditFinding {
        var finding = AuditFinding()
        let last = records.compactMap { record in
            record.acknowledgements.last.map { $0.firstPosition + UInt64(record.eventsPerAcknowledgement) - 1 }
        }.max()
        for (writer, record) in records.enumerated() {
            for sequence in 0..<record.eventsAcknowledged where !events.seen[writer][sequence] {
                let (index, offset) = sequence.quotientAndRemainder(dividingBy: record.eventsPerAcknowledgement)
                let position = record.acknowledgements[index].firstPosition + UInt64(offset)
                guard isWhole || position >= firstPosition || position == last else { continue }
                finding.note("event \(sequence) of writer \(writer) is not in the log")
            }
        }
        return finding
    }

    /// Unanswered appends whose events are in the log in part, or not adjacent.
    private var partial: AuditFinding {
        var finding = AuditFinding()
        for (writer, events) in inFlight.enumerated() where !events.isEmpty {
            let whole = records[writer].eventsPerAcknowledgement
            let appends = Dictionary(grouping: events) { ($0.sequence - records[writer].eventsAcknowledged) / whole }
            for (_, events) in appends.sorted(by: { $0.key < $1.key }) {
                let positions = events.sorted { $0.sequence < $1.sequence }.map(\.position)
                finding.expect(
                    positions.count == whole && zip(positions, positions.dropFirst()).allSatisfy { $0 + 1 == $1 },
                    "of an append of \(whole) events of writer \(writer) without an answer, the log holds events at the "
                        + "positions \(positions.map(String.init).joined(separator: ", "))")
            }
        }
        return finding
    }

    /// Checks that the load's deliberate refusals and repeats were sent: a load with them measures them.
    private func judgeRefusalsAndRepeats(in report: inout AuditReport) {
        if let rule = load.conditions {
            var refusals = AuditFinding()
            for (writer, record) in records.enumerated() {
                let due = (0..<record.acknowledgements.count).count { rule.followsRefusal($0, of: writer) }
                refusals.expect(
                    record.refusals >= due, "writer \(writer) was refused \(record.refusals) appends of \(due)")
            }
            report.checks.append(refusals.check("every append whose condition was made to fail was refused"))
        }
        if let period = load.repeatsEvery {
            var repeats = AuditFinding()
            for (writer, record) in records.enumerated() {
                let due = record.acknowledgements.count / period
                repeats.expect(
                    record.repeats >= due,
                    "writer \(writer) had \(record.repeats) of \(due) appends answered as already recorded")
            }
            report.checks.append(repeats.check("every due repeat was answered as already recorded"))
        }
    }
}
