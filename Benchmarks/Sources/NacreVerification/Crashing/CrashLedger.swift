import Nacre

/// The required contents of a store, by everything its writers noted in all cycles so far.
struct CrashLedger: Sendable {
    /// The state of one commit.
    enum Standing: Hashable, Sendable {
        /// It was acknowledged, and is in the log permanently.
        case acknowledged(AppendAnswer)

        /// A kill interrupted it, and the log was not read since: it may be there or not.
        case inFlight

        /// A kill interrupted it, and it was found afterwards at this position: it is in the log permanently.
        case found(Position)

        /// A kill interrupted it, and it was not there afterwards: it never appears.
        case absent
    }

    /// The commits of each writer, by their numbers.
    private(set) var commits: [[Standing]]

    var heads: [Int: StreamVersion] = [:]

    /// Begins with an empty store.
    init(writers: Int) {
        commits = [[Standing]](repeating: [], count: writers)
    }

    /// The number of each writer's next commit.
    var next: [UInt64] { commits.map { UInt64($0.count) } }

    /// Adds one writer's journal of one cycle.
    ///
    /// - Throws: ``HarnessError`` if the journal does not continue from the ledger's end.
    mutating func take(_ journal: JournalContents<CrashMark>, of writer: Int) throws {
        for acknowledged in journal.acknowledged {
            try append(.acknowledged(acknowledged.answer), acknowledged.mark.commit, of: writer)
        }
        for mark in journal.inFlight { try append(.inFlight, mark.commit, of: writer) }
    }

    /// Adds one answer.
    ///
    /// - Throws: ``HarnessError`` if the commit is not the writer's next.
    mutating func take(_ answer: AppendAnswer, to commit: UInt64, of writer: Int) throws {
        try append(.acknowledged(answer), commit, of: writer)
    }

    /// Records whether an interrupted commit is in the log.
    mutating func settle(_ commit: Int, of writer: Int, as standing: Standing) {
        commits[writer][commit] = standing
    }

    private mutating func append(_ standing: Standing, _ commit: UInt64, of writer: Int) throws {
        guard commit == UInt64(commits[writer].count) else {
            throw HarnessError(
                .badInput,
                "the journal of writer \(writer) names commit \(commit) where \(commits[writer].count) comes next")
        }
        commits[writer].append(standing)
    }
}
