import Nacre

/// Checks a log against a ledger after a kill: acknowledged commits are there once and in place, and no commit is there
/// in part.
struct CrashAuditor: Sendable {
    private let plan: CrashPlan
    private var ledger: CrashLedger

    /// A commit whose events are being read.
    private struct Run {
        var writer: Int
        var commit: Int
        var first: Position
        var events: Int
    }

    private var run: Run?
    private var lastPosition: Position = 0
    private var heads: [Int: StreamVersion] = [:]

    // The first position of every complete commit in the log; 0 for the others.
    private var places: [[Position]]
    private var lastCommits: [Int]

    private var lost = AuditFinding()
    private var vanished = AuditFinding()
    private var partial = AuditFinding()
    private var repeated = AuditFinding()
    private var misplaced = AuditFinding()
    private var disordered = AuditFinding()
    private var unknown = AuditFinding()
    private var gaps = AuditFinding()
    private var versions = AuditFinding()
    private var payloads = AuditFinding()
    private var contexts = AuditFinding()

    init(plan: CrashPlan, ledger: CrashLedger) {
        self.plan = plan
        self.ledger = ledger
        places = ledger.commits.map { [Position](repeating: 0, count: $0.count) }
        lastCommits = [Int](repeating: -1, count: ledger.commits.count)
    }

    /// The log's contents, by the events seen so far.
    private(set) var contents = LogContents()

    /// Takes the next event of the log.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload and the metadata.
    mutating func observe(_ event: LoggedRecord) {
        gaps.expect(event.position == lastPosition + 1, "position \(event.position) follows \(lastPosition)")
        lastPosition = event.position
        contents.add(event.payload)
        guard let mark = CrashMark(of: event.payload.span.bytes), mark.writer < ledger.commits.count,
            mark.count == plan.eventsPerAppend, mark.index < mark.count
        else {
            payloads.note("the payload at position \(event.position) carries no mark of this load")
            return
        }
        let writer = Int(mark.writer)
        let appended = plan.event(mark)
        payloads.expect(
            event.payload == appended.data, "the payload at position \(event.position) is not what was appended")
        payloads.expect(
            event.type == Array(appended.type.text.utf8),
            "the event at position \(event.position) is not of the type that it was appended with")
        contexts.expectContext(
            event.schema == appended.schema && event.metadata == appended.metadata, at: event.position)
        guard mark.commit < UInt64(places[writer].count) else {
            unknown.note("commit \(mark.commit) of writer \(writer), at position \(event.position), was never called")
            return
        }
        place(event, of: writer, commit: Int(mark.commit), index: Int(mark.index))
        follow(event, of: writer, commit: Int(mark.commit), index: Int(mark.index))
    }

    private mutating func place(_ event: LoggedRecord, of writer: Int, commit: Int, index: Int) {
        let streams = plan.streams(of: writer, commit: UInt64(commit))
        let stream = streams[index % streams.count]
        payloads.expect(
            AppendLoad.streamNumber(event.stream.span.bytes) == stream,
            "the event at position \(event.position) is in another stream than the one that it was appended to")
        let head = heads[stream, default: 0]
        versions.expect(
            event.version == head + 1,
            "version \(event.version) follows \(head) in \(AppendLoad.streamName(stream)), at position "
                + "\(event.position)")
        heads[stream] = event.version
    }

    /// Follows the events of a commit, which must be adjacent.
    private mutating func follow(_ event: LoggedRecord, of writer: Int, commit: Int, index: Int) {
        if var going = run, going.writer == writer, going.commit == commit, going.events == index {
            going.events += 1
            run = going
        } else {
            endRun()
            guard index == 0 else {
                partial.note(
                    "event \(index + 1) of commit \(commit) of writer \(writer) is at position \(event.position) "
                        + "without those before it")
                return
            }
            run = Run(writer: writer, commit: commit, first: event.position, events: 1)
        }
        if let whole = run, whole.events == plan.eventsPerAppend { end(whole) }
    }

    private mutating func endRun() {
        guard let broken = run else { return }
        partial.note(
            "commit \(broken.commit) of writer \(broken.writer) has \(broken.events) of \(plan.eventsPerAppend) events, "
                + "from position \(broken.first) on")
        run = nil
    }

    private mutating func end(_ whole: Run) {
        run = nil
        let (writer, commit) = (whole.writer, whole.commit)
        guard places[writer][commit] == 0 else {
            repeated.note("commit \(commit) of writer \(writer) is again at position \(whole.first)")
            return
        }
        places[writer][commit] = whole.first
        disordered.expect(
            commit > lastCommits[writer],
            "commit \(commit) of writer \(writer) follows its commit \(lastCommits[writer])")
        lastCommits[writer] = max(lastCommits[writer], commit)
        judge(whole)
    }

    private mutating func judge(_ whole: Run) {
        let name = "commit \(whole.commit) of writer \(whole.writer)"
        switch ledger.commits[whole.writer][whole.commit] {
        case .acknowledged(let answer):
            misplaced.expect(
                answer.first == whole.first && answer.last == lastPosition,
                "\(name) is at positions \(whole.first) to \(lastPosition), its append was acknowledged at \(answer.first) to "
                    + "\(answer.last)")
            let now = plan.streams(of: whole.writer, commit: UInt64(whole.commit)).map { heads[$0, default: 0] }
            misplaced.expect(
                answer.versions == now,
                "\(name) left its streams at versions \(now), its append was acknowledged with \(answer.versions)")
        case .found(let first):
            misplaced.expect(
                first == whole.first, "\(name) is at position \(whole.first), and was at \(first) in an earlier cycle")
        case .absent:
            unknown.note("\(name), which was not there after the kill that fell into it, is at position \(whole.first)")
        case .inFlight: break
        }
    }

    /// Judges the whole log after its last event.
    ///
    /// In the returned ledger, commits in flight are settled, and the versions of all streams are set. The counts are
    /// of commits in flight, and of those found.
    mutating func finish() -> (report: AuditReport, ledger: CrashLedger, inFlight: Int, found: Int) {
        endRun()
        var (inFlight, found) = (0, 0)
        for (writer, commits) in ledger.commits.enumerated() {
            for (commit, standing) in commits.enumerated() {
                let place = places[writer][commit]
                let name = "commit \(commit) of writer \(writer)"
                switch standing {
                case .acknowledged(let answer):
                    lost.expect(place != 0, "\(name), acknowledged at position \(answer.first), is not in the log")
                case .found(let first):
                    vanished.expect(place != 0, "\(name), found at position \(first), is not in the log any more")
                case .absent: break
                case .inFlight:
                    inFlight += 1
                    found += place == 0 ? 0 : 1
                    ledger.settle(commit, of: writer, as: place == 0 ? .absent : .found(place))
                }
            }
        }
        ledger.heads = heads
        let report = AuditReport(checks: [
            lost.check("every acknowledged commit is in the log"),
            vanished.check("commits found in one cycle are found in every later one"),
            partial.check("every commit is whole, with adjacent events"),
            repeated.check("no commit is in the log twice"),
            unknown.check("the log has only events that were acknowledged or in flight"),
            misplaced.check("every acknowledged commit is at the position that its append returned"),
            disordered.check("each writer's commits are in the order of its appends"),
            gaps.check("positions are gapless from 1"),
            versions.check("versions are contiguous in every stream"),
            payloads.check("every event is what was appended, in its own stream"),
            contexts.check(AuditReport.contextCheck),
        ])
        return (report, ledger, inFlight, found)
    }
}
