import Nacre

extension EventLookup {
    /// How many steps each condition may make, however many there are.
    private static let fewestSteps = 64

    /// How many terms a query may have for the tail to be asked for each.
    private static let fewTerms = 8

    /// Judges those conditions for which the tail alone tells that nothing matches, up to a position: nearly all that
    /// begin near the head.
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

    /// Judges conditions over what has come since they were judged last, up to a position or until so many steps are
    /// made.
    ///
    /// - Parameters:
    ///   - verdicts: What is known; afterwards, what is known then.
    ///   - head: A position that the snapshot of the log holds.
    ///   - steps: How many steps all of them may make together; one looks at an event, or in a posting list.
    ///   - log: The snapshot of the log.
    ///   - most: How many events may be read into the tail first.
    /// - Throws: What keeps the log or the index from being read; damage of an event is a verdict, no error.
    func judge(
        _ verdicts: inout ConditionVerdicts, upTo head: Position, steps: Int, in log: inout LogSnapshot,
        readingAtMost most: UInt64 = .max
    ) throws {
        let before = verdicts
        let open = before.conditions.indices.filter { before.start(of: $0, upTo: head) != nil }
        guard !open.isEmpty else { return }
        let budget = WalkBudget(max(Self.fewestSteps, steps / open.count))
        verdicts = try look(in: &log, head: head, readingAtMost: most) { (snapshot, log) in
            // A copy, so that a look-up that has to begin again leaves nothing behind.
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

    /// Whether the tail covers a range and has nothing in it that may match.
    private func tailExcludes(_ query: Query, behind start: Position, upTo head: Position) -> Bool {
        guard let items = query.items,
            items.reduce(0, { $0 + $1.tags.count + $1.types.count + $1.categories.count }) <= Self.fewTerms,
            let view = tail.view(after: start, upTo: head)
        else { return false }
        func isAbsent(_ kind: TermKind, _ text: String) -> Bool {
            view.count(of: kind, hash: Checksum.of(text), in: start + 1...head) == 0
        }
        return items.allSatisfy { item in
            item.tags.contains { isAbsent(.tag, $0.text) }
                || (!item.types.isEmpty && item.types.allSatisfy { isAbsent(.type, $0.text) })
                || (!item.categories.isEmpty && item.categories.allSatisfy { isAbsent(.category, $0) })
        }
    }
}
