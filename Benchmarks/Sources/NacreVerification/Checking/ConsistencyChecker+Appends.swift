import Nacre

extension ConsistencyChecker {
    /// The answer to an append that was accepted.
    struct Acceptance: Hashable, Sendable {
        var positions: [Position]
        var versions: [StreamVersion]
        var isRepeat: Bool
    }

    /// Checks an accepted append, and returns the log's end when it was answered.
    mutating func judge(
        _ attempt: AppendAttempt, acceptedAs answer: Acceptance, of entry: HistoryEntry, from floor: Floor
    ) -> Floor {
        guard attempt.kind != .altered else {
            note(.alterations, entry, "it was accepted")
            return Floor()
        }
        guard let place = log.places[attempt.key] else {
            note(.accepted, entry, "it was accepted, and is not in the log")
            return Floor()
        }
        judge(answer, to: attempt, of: entry, place)
        guard !answer.isRepeat else { return Floor(acknowledged: place.last) }
        let base = place.first - 1
        if base < floor.position {
            note(.order, entry, "it is at position \(place.first), and \(floor.position) was known before it began")
        }
        judgeRules(of: attempt, of: entry, at: base)
        return Floor(acknowledged: place.last)
    }

    /// Checks the rules of an append without an answer that is in the log, and of which no repeat was accepted as new.
    ///
    /// Repeats have the same rules, as long as none was accepted.
    mutating func judgeRules(ofDoubtful attempt: AppendAttempt, of entry: HistoryEntry) {
        guard [.fresh, .identified].contains(attempt.kind), attempts[attempt.key]?.acceptedAsNew == 0,
            let place = log.places[attempt.key]
        else { return }
        judgeRules(of: attempt, of: entry, at: place.first - 1)
    }

    private mutating func judgeRules(of attempt: AppendAttempt, of entry: HistoryEntry, at base: Position) {
        for expected in attempt.expectations where !holds(expected, at: base) {
            note(.expectations, entry, "\(inWords(expected, at: base))")
        }
        for checked in attempt.checks where !holds(checked, at: base) {
            note(.checks, entry, "\(inWords(checked, at: base))")
        }
        for barred in attempt.conditions {
            guard let breaking = firstBreaking(barred), breaking <= base else { continue }
            note(
                .conditions, entry,
                "it was accepted at position \(base + 1), although position \(breaking) is after \(barred.after) "
                    + "and matches \(barred.filter)")
        }
    }

    private mutating func judge(
        _ answer: Acceptance, to attempt: AppendAttempt, of entry: HistoryEntry, _ place: FinalLog.Place
    ) {
        let versions = attempt.streams.map { log.version(of: $0, at: place.last) }
        let isRight = answer.positions == place.positions && answer.versions == versions
        let words =
            "it was answered with positions \(answer.positions) and versions \(answer.versions), "
            + "but the log has \(place.positions) and \(versions)"
        guard answer.isRepeat || attempt.kind == .repeated else {
            if !isRight { note(.answers, entry, words) }
            return
        }
        if !isRight { note(.repeats, entry, words) }
        if !answer.isRepeat { note(.repeats, entry, "it was answered as if it were new") }
        let isAlone = attempts[attempt.key]?.calls == 1
        if [.fresh, .withdrawn].contains(attempt.kind) || isAlone && attempt.kind == .identified {
            note(.repeats, entry, "it was answered as a repeat, but is not one")
        }
    }

    /// Checks an append refused because of its own rules, and returns the least end that the log had then.
    mutating func judge(
        _ attempt: AppendAttempt, refusedFor rules: [BrokenRule], of entry: HistoryEntry, from floor: Floor
    ) -> Position {
        switch attempt.kind {
        case .repeated:
            note(.repeats, entry, "it was refused for \(rules)")
            return 0
        case .altered:
            note(.alterations, entry, "it was refused for \(rules), which must not be evaluated for recorded ids")
            return 0
        case .fresh, .identified, .withdrawn: break
        }
        var ends = LogEnds(low: floor.position, high: ceiling(at: entry.completed))
        // A recorded commit is answered as a repeat, not refused.
        if let place = log.places[attempt.key] { ends = ends.and(LogEnds(low: 0, high: place.first - 1)) }
        var named = rules.isEmpty ? LogEnds.none : .any
        for rule in rules { named = named.and(self.ends(breaking: rule, of: attempt)) }
        guard let end = end(within: ends.and(named)) else {
            note(
                .refusals, entry,
                "it was refused for \(rules), which were not broken at any end of the log from \(ends.low) to "
                    + "\(ends.high)")
            return 0
        }
        let others = endsHolding(allBut: rules, of: attempt)
        if self.end(within: ends.and(named).and(others)) == nil {
            note(.refusalsWhole, entry, "it was refused for \(rules), but breaks more rules than these")
        }
        return end
    }

    /// The ends at which a rule is broken as a refusal states.
    private mutating func ends(breaking rule: BrokenRule, of attempt: AppendAttempt) -> LogEnds {
        switch rule {
        case .expectation(let expected, let actual):
            return attempt.expectations.contains(expected) ? ends(breaking: expected, actual) : .none
        case .check(let checked, let actual):
            return attempt.checks.contains(checked) ? ends(breaking: checked, actual) : .none
        case .condition(let index, let position):
            guard attempt.conditions.indices.contains(index),
                firstBreaking(attempt.conditions[index]) == position
            else { return .none }
            return LogEnds(low: position, high: .max)
        case .unknown: return .none
        }
    }

    private func ends(breaking expected: AppendAttempt.Guarded, _ actual: StreamVersion) -> LogEnds {
        guard !expected.expectation.holds(at: actual) else { return .none }
        return LogEnds(holding: Int(clamping: actual), of: log.positions(of: expected.stream))
    }

    /// The ends at which all rules of a commit hold except those that a refusal names.
    private mutating func endsHolding(allBut named: [BrokenRule], of attempt: AppendAttempt) -> LogEnds {
        var ends = LogEnds.any
        let isNamed: (AppendAttempt.Guarded, Bool) -> Bool = { guarded, isCheck in
            named.contains { rule in
                switch rule {
                case .expectation(let expected, _): !isCheck && expected == guarded
                case .check(let checked, _): isCheck && checked == guarded
                case .condition, .unknown: false
                }
            }
        }
        for (list, isCheck) in [(attempt.expectations, false), (attempt.checks, true)] {
            for guarded in list where !isNamed(guarded, isCheck) {
                ends = ends.and(LogEnds(holding: guarded.expectation, log.positions(of: guarded.stream)))
            }
        }
        for (index, barred) in attempt.conditions.enumerated() {
            let isNamed = named.contains { rule in
                if case .condition(index, _) = rule { return true }
                return false
            }
            guard !isNamed, let breaking = firstBreaking(barred) else { continue }
            ends = ends.and(LogEnds(low: 0, high: breaking - 1))
        }
        return ends
    }

    private func holds(_ guarded: AppendAttempt.Guarded, at end: Position) -> Bool {
        guarded.expectation.holds(at: log.version(of: guarded.stream, at: end))
    }

    private func inWords(_ guarded: AppendAttempt.Guarded, at end: Position) -> String {
        let stream = EventShape.streamName(guarded.stream)
        return
            "it was accepted at position \(end + 1), where \(stream), expected \(guarded.expectation), was at version "
            + "\(log.version(of: guarded.stream, at: end))"
    }

    /// The first event of the whole log that breaks a condition.
    private mutating func firstBreaking(_ barred: AppendAttempt.Barred) -> Position? {
        let positions = log.positions(of: barred.filter)
        let before = positions.count(upTo: barred.after)
        return before < positions.count ? positions[before] : nil
    }
}
