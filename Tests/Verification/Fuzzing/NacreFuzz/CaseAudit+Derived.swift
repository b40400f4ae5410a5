import Nacre

extension CaseAudit {
    /// Audits the answers of read models.
    mutating func judgeDerived(_ findings: DerivedQuestions.Findings) {
        for (subject, name, found) in findings.answers {
            if case .wrongError = found {
                faults.append("\(name): \(found.summary)")
            } else if found.isRefusal {
                if !mayRefuse(subject, found, findings) {
                    faults.append("\(name): \(found.summary)")
                }
            } else if !isRight(found, about: subject), !isExcused(subject, by: findings.differing) {
                let expected = log.soundness == .broken ? original : present
                faults.append("\(name): \(found.summary), of a log whose counts are \(expected.counts().summary)")
            }
        }
    }

    /// Whether a comparison reports that the rows of a model differ from the log.
    private func isExcused(_ subject: DerivedQuestions.Subject, by differing: Set<String>) -> Bool {
        guard file == .views, case .rows(let projection) = subject else { return false }
        return differing.contains(projection.name)
    }

    private func mayRefuse(
        _ subject: DerivedQuestions.Subject, _ found: Answer, _ findings: DerivedQuestions.Findings
    ) -> Bool {
        switch (file, subject) {
        case (.log, .anything): log.soundness != .sound || found.isRefusal(.projectionHalted)
        case (.log, _): log.soundness != .sound
        // A projection reads its own stream, with the skipped positions, through the index.
        case (.index, _): isExcused(.index(["$projection-", "by its stream"]))
        case (.views, .past): false
        // The record's definition and halt are trusted. An invalid row is damage
        // for the program that reads it.
        case (.views, .rows(let projection)):
            found.isRefusal(.newerReadModel, .otherProjection, .projectionHalted, .noSuchPosition)
                || found.isRefusal(.damaged)
                    && findings.differing.union(findings.unreadable).contains(projection.name)
        // Reading a model, or building another one beside it, does not discard it.
        case (.views, .rebuilt), (.views, .anything):
            found.isRefusal(
                .newerReadModel, .otherProjection, .projectionHalted, .damaged, .noSuchPosition, .newerFormat)
        }
    }

    private func isRight(_ found: Answer, about subject: DerivedQuestions.Subject) -> Bool {
        let isBroken = log.soundness == .broken
        switch subject {
        case .anything: return true
        // It reads the whole log.
        case .rebuilt: return !isBroken && found == present.counts()
        case .past(let position):
            if !isBroken { return found == present.counts(upTo: position) }
            return broken.permits(found, from: StreamCounts(), behind: 0, upTo: position)
        case .rows(let projection):
            let counts = StreamCounts(
                skipsBad: projection.halts,
                skipped: projection.halts ? original.events.first { $0.type == "Bad" }?.id : nil)
            // A halted one has applied the events before the halt.
            let end = projection.halts ? nil : log.end
            if !isBroken { return broken.permits(found, from: counts, behind: 0, upTo: end) }
            if projection.halts { return broken.permits(found, counted: counts, upTo: nil) }
            return log.end.map { broken.permits(found, counted: counts, upTo: $0) } ?? false
        }
    }
}
