import Nacre

/// Checks the histories of concurrent clients against the log that they left.
///
/// Every read and every refusal must be explained by some end that the log had during the call. That end is at or after
/// everything acknowledged before the call began and everything that other calls had shown before it began, but before
/// anything that was requested only after it ended. Calls are taken in the order of their beginnings, and each is
/// assigned the earliest end that explains it: if any choice of ends explains all calls, this one does.
package struct ConsistencyChecker {
    var log: FinalLog
    let entries: [HistoryEntry]
    var findings: [ConsistencyCheck: AuditFinding] = [:]

    // The outcomes of each commit's attempts.
    let attempts: [CommitKey: AttemptSummary]

    // For each position, the time before which the log cannot have reached it.
    let begun: [UInt64]

    // Whether a failure of an append, or of a read, is no fault of the store.
    private let toleratesAppend: @Sendable (String) -> Bool
    let toleratesRead: @Sendable (String) -> Bool

    /// The end that the log had certainly reached before a call began.
    struct Floor: Hashable, Sendable {
        /// By acknowledgements.
        var acknowledged: Position = 0

        /// By reads and refusals.
        var shown: Position = 0

        /// By both.
        var position: Position { max(acknowledged, shown) }
    }

    /// Prepares a check of the histories of all clients, in any order, against the log after all of them are done.
    ///
    /// - Parameters:
    ///   - entries: The calls of all clients.
    ///   - log: The log.
    ///   - toleratesAppend: Whether an append may fail for a reason, such as that the disk is full.
    ///   - toleratesRead: Whether a read may fail for a reason.
    /// - Complexity: O(*n* log *n*) in calls and events.
    package init(
        _ entries: [HistoryEntry], _ log: FinalLog, toleratesAppend: @escaping @Sendable (String) -> Bool,
        toleratesRead: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.toleratesAppend = toleratesAppend
        self.toleratesRead = toleratesRead
        self.entries = entries.sorted { ($0.invoked, $0.client) < ($1.invoked, $1.client) }
        self.log = log
        var attempts: [CommitKey: AttemptSummary] = [:]
        for entry in entries {
            guard case .append(let attempt, let outcome) = entry.call else { continue }
            attempts[attempt.key, default: AttemptSummary(attempt)].take(entry, attempt, outcome)
        }
        self.attempts = attempts
        var latest: UInt64 = 0
        begun = log.events.map { event in
            latest = max(latest, event.label.flatMap { attempts[$0.key]?.firstInvoked } ?? 0)
            return latest
        }
    }

    /// Performs all checks: one for each statement of ``ConsistencyCheck``.
    ///
    /// - Parameter replicas: For each replica, its reads that need not be up to date: each shows a state of the log, and
    ///   none shows less than an earlier one of the same replica.
    /// - Returns: The findings.
    package mutating func check(replicas: [[HistoryEntry]] = []) -> AuditReport {
        judgeLog()
        for reads in replicas { judge(readsOfReplica: reads) }
        var byCompletion = entries.indices.sorted { entries[$0].completed < entries[$1].completed }[...]
        var reached = [Floor](repeating: Floor(), count: entries.count)
        var floor = Floor()
        for (index, entry) in entries.enumerated() {
            while let next = byCompletion.first, entries[next].completed < entry.invoked {
                floor.acknowledged = max(floor.acknowledged, reached[next].acknowledged)
                floor.shown = max(floor.shown, reached[next].shown)
                byCompletion.removeFirst()
            }
            reached[index] = judge(entry, from: floor)
        }
        judgeCoverage()
        return AuditReport(
            checks: ConsistencyCheck.allCases.map { findings[$0, default: AuditFinding()].check($0.rawValue) })
    }

    private mutating func judge(_ entry: HistoryEntry, from floor: Floor) -> Floor {
        switch entry.call {
        case .append(let attempt, .accepted(let positions, let versions, let isRepeat)):
            let answer = Acceptance(positions: positions, versions: versions, isRepeat: isRepeat)
            return judge(attempt, acceptedAs: answer, of: entry, from: floor)
        case .append(let attempt, .refused(let rules)):
            return Floor(shown: judge(attempt, refusedFor: rules, of: entry, from: floor))
        case .append(let attempt, .mismatched):
            if attempt.kind != .altered {
                note(.alterations, entry, "it was refused for other contents under its ids, but there are none")
            }
            return Floor()
        case .append(let attempt, .withdrawn):
            if attempt.kind != .withdrawn {
                note(.appendSuccess, entry, "it was not accepted, and no client withdrew it")
            }
            return Floor()
        case .append(let attempt, .failed(let words, let mayBeWritten)):
            if !toleratesAppend(words) { note(.appendSuccess, entry, words) }
            if mayBeWritten { judgeRules(ofDoubtful: attempt, of: entry) }
            return Floor()
        case .read(_, .failed(let words)) where toleratesRead(words): return Floor()
        case .read(let call, let outcome):
            return Floor(shown: judge(call, outcome, of: entry, from: floor))
        }
    }

    /// The last position that the log can have reached at a moment: everything up to it had been requested.
    func ceiling(at moment: UInt64) -> Position {
        Position(begun.count(upTo: moment))
    }

    /// The earliest end of the log within bounds: the end of a commit.
    func end(within ends: LogEnds) -> Position? {
        guard !ends.isEmpty, let end = log.commitEnd(from: ends.low), end <= ends.high else { return nil }
        return end
    }

    /// Records a violation by a call.
    mutating func note(_ check: ConsistencyCheck, _ entry: HistoryEntry, _ words: String) {
        findings[check, default: AuditFinding()].note("\(entry.inWords): \(words)")
    }
}

extension HistoryEntry {
    /// The call, as findings name it.
    fileprivate var inWords: String {
        switch call {
        case .append(let attempt, _):
            "the append of \(attempt.key.inWords) (\(attempt.kind.rawValue)), by client \(client)"
        case .read(let call, _): "the read \(call) of client \(client)"
        }
    }
}
