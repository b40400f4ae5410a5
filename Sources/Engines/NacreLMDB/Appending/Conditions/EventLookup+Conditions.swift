import Nacre

extension EventLookup {
    /// The minimum number of steps for each condition, however many there are.
    private static let minSteps = 64

    /// The maximum number of terms of a query for which the tail is searched term by term.
    private static let fewTerms = 8

    /// Settles those conditions for which the tail alone proves that nothing matches up to a position.
    ///
    /// That is nearly all conditions that start near the head.
    ///
    /// - Complexity: A search in the tail for each of a few terms; no transaction.
    func judgeInTail(_ verdicts: inout ConditionVerdicts, upTo head: Position) {
        for index in verdicts.conditions.indices {
            guard let start = verdicts.start(of: index, upTo: head),
                tailExcludes(verdicts.conditions[index].failIfEventsMatch, behind: start, upTo: head)
            else { continue }
            verdicts.note(.holds(upTo: head), of: index)
        }
    }

    /// Evaluates conditions on the events since their last evaluation, up to a position or a number of steps.
    ///
    /// - Parameters:
    ///   - verdicts: The known verdicts; updated.
    ///   - head: A position in the snapshot of the log.
    ///   - steps: The total number of steps for all conditions; a step visits one event or one entry of a posting list.
    ///   - log: The snapshot of the log.
    ///   - most: The maximum number of events to read into the tail first.
    /// - Throws: Errors of reading the log or the index. A damaged event becomes a verdict instead.
    func judge(
        _ verdicts: inout ConditionVerdicts, upTo head: Position, steps: Int, in log: inout LogSnapshot,
        readingAtMost most: UInt64 = .max
    ) throws {
        let before = verdicts
        let open = before.conditions.indices.filter { before.start(of: $0, upTo: head) != nil }
        guard !open.isEmpty else { return }
        // Shared evenly, so that one slow condition does not keep the others from being settled.
        let budget = WalkBudget(max(Self.minSteps, steps / open.count))
        verdicts = try run(in: &log, head: head, readingAtMost: most) { (snapshot, log) in
            // Work on a copy: the lookup may run this closure again from the start.
            var verdicts = before
            for index in open {
                guard let start = before.start(of: index, upTo: head) else { continue }
                let query = before.conditions[index].failIfEventsMatch
                var walk = QueryWalk(query, .ascending, behind: start, upTo: head)
                var conflict: ConflictingEvent?
                do {
                    try walk.run(in: snapshot, log: &log, budget: budget) { record in
                        conflict = ConflictingEvent(record)
                        return false
                    }
                    let end = walk.rest.map { $0.lowerBound - 1 } ?? head
                    verdicts.note(conflict.map { .fails($0) } ?? .holds(upTo: end), of: index)
                } catch let error as EventStoreError where error.code == .damaged {
                    verdicts.note(.unreadable(error), of: index)
                }
            }
            return verdicts
        }
    }

    /// Whether the tail covers a range and proves that no event in it matches.
    private func tailExcludes(_ query: Query, behind start: Position, upTo head: Position) -> Bool {
        guard let items = query.items,
            items.reduce(0, { $0 + $1.termCount }) <= Self.fewTerms,
            let view = tail.view(after: start, upTo: head)
        else { return false }
        func isAbsent(_ kind: TermKind, _ text: String) -> Bool {
            view.count(of: kind, hash: Checksum.of(text), in: start + 1...head) == 0
        }
        return items.allSatisfy { item in
            item.tags.contains { isAbsent(.tag, $0.text) }
                || (!item.types.isEmpty && item.types.allSatisfy { isAbsent(.type, $0.text) })
                || (!item.categories.isEmpty && item.categories.allSatisfy { isAbsent(.category, $0) })
                || ContextKey.allCases.contains { key in
                    !item[key].isEmpty && item[key].allSatisfy { isAbsent(TermKind(key), $0) }
                }
        }
    }
}
