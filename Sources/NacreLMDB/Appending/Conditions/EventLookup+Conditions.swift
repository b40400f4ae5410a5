import Nacre

extension EventLookup {
    /// Judges conditions over what has come since they were judged last, up to a position.
    ///
    /// - Parameters:
    ///   - verdicts: What is known; afterwards, what is known up to `head`.
    ///   - head: A position that the snapshot of the log holds.
    ///   - log: The snapshot of the log.
    /// - Throws: What keeps the log or the index from being read; damage of an event is a verdict, no error.
    func judge(_ verdicts: inout ConditionVerdicts, upTo head: Position, in log: inout LogSnapshot) throws {
        guard verdicts.isOpen(upTo: head) else { return verdicts.note([], upTo: head) }
        let before = verdicts
        let found = try look(in: &log, head: head) { (snapshot, log) in
            var found: [(index: Int, verdict: ConditionVerdicts.Verdict)] = []
            for index in before.conditions.indices where before.isOpen(index, upTo: head) {
                let condition = before.conditions[index]
                do {
                    try forEachMatch(
                        of: condition.failIfEventsMatch, after: before.start(of: index), upTo: head,
                        in: snapshot, log: &log
                    ) { record in
                        found.append((index, .fails(ConflictingEvent(record))))
                        return false
                    }
                } catch let error as EventStoreError where error.code == .damaged {
                    found.append((index, .unreadable(error)))
                }
            }
            return found
        }
        verdicts.note(found, upTo: head)
    }
}
