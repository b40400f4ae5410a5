import Nacre

extension ConsistencyChecker {
    /// Checks the log's own consistency, and compares it with all requested appends.
    mutating func judgeLog() {
        findings[.numbering] = log.numbering
        findings[.whole] = log.wholeness
        findings[.once] = log.singleness
        var origin = AuditFinding()
        var refused = AuditFinding()
        for event in log.events {
            guard let label = event.label, let shape = event.shape, let summary = attempts[label.key] else {
                origin.note("the event at position \(event.position) was appended by no client")
                continue
            }
            origin.expect(
                summary.events.count == label.count && label.index < label.count
                    && summary.events[label.index] == shape,
                "the event at position \(event.position) is not as it was appended")
            refused.expect(
                summary.mayBeThere,
                "\(label.key.inWords), which no store accepted, is at position \(event.position)")
        }
        findings[.origin] = origin
        findings[.refused] = refused
        for (key, summary) in attempts where summary.acceptedAsNew > 1 {
            findings[.once, default: AuditFinding()].note(
                "\(key.inWords) was accepted as new \(summary.acceptedAsNew) times")
        }
    }

    /// Checks that there was something to judge: a history without contention proves nothing.
    mutating func judgeCoverage() {
        var counts = (accepted: 0, refused: 0, repeats: 0, reads: 0)
        for entry in entries {
            switch entry.call {
            case .append(_, .accepted(_, _, let isRepeat)):
                counts.accepted += 1
                counts.repeats += isRepeat ? 1 : 0
            case .append(_, .refused): counts.refused += 1
            case .append: break
            case .read: counts.reads += 1
            }
        }
        findings[.coverage, default: AuditFinding()].expect(
            counts.accepted > 0 && counts.refused > 0 && counts.repeats > 0 && counts.reads > 0,
            "\(counts.accepted) appends were accepted, \(counts.refused) refused, \(counts.repeats) repeated, and there "
                + "were \(counts.reads) reads")
    }
}
