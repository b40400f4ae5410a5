import Nacre

extension CaseAudit {
    /// Judges what read models answer.
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

    /// Whether comparing tells that the rows of a model are not those of the log.
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
        // A projection reads its own stream, in which positions to be skipped stand, through the index.
        case (.index, _): isExcused(.index(["$projection-", "by its stream"]))
        case (.views, .past): false
        // What a record says of the program that made the model, and of a halt, is believed. A row that is none is damage
        // to the program that reads it.
        case (.views, .rows(let projection)):
            found.isRefusal(.newerReadModel, .otherProjection, .projectionHalted, .noSuchPosition)
                || found.isRefusal(.damaged)
                    && findings.differing.union(findings.unreadable).contains(projection.name)
        // What looks at a model, or makes another one beside it, leaves it to others to discard it.
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
            // One that halts has applied what is before.
            let end = projection.halts ? nil : log.end
            if !isBroken { return broken.permits(found, from: counts, behind: 0, upTo: end) }
            if projection.halts { return broken.permits(found, counted: counts, upTo: nil) }
            return log.end.map { broken.permits(found, counted: counts, upTo: $0) } ?? false
        }
    }
}
