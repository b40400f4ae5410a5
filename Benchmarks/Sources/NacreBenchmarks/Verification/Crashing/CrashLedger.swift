import Nacre

/// What must be in a store, by all that its writers noted in all cycles so far.
struct CrashLedger: Sendable {
    /// What is known of one commit.
    enum Standing: Hashable, Sendable {
        /// It was acknowledged: it is there for good.
        case acknowledged(AppendAnswer)

        /// A kill fell into it, and nobody has looked since: it may be there or not.
        case inFlight

        /// A kill fell into it, and it was there afterwards, from this position on: it is there for good.
        case found(Position)

        /// A kill fell into it, and it was not there afterwards: it never comes.
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

    /// Takes what a writer noted in one cycle.
    ///
    /// - Throws: ``HarnessError`` where the journal does not go on where the ledger ends.
    mutating func take(_ journal: JournalContents<CrashMark>, of writer: Int) throws {
        for acknowledged in journal.acknowledged {
            try append(.acknowledged(acknowledged.answer), acknowledged.mark.commit, of: writer)
        }
        for mark in journal.inFlight { try append(.inFlight, mark.commit, of: writer) }
    }

    /// Takes one answer.
    ///
    /// - Throws: ``HarnessError`` where the commit is not the writer's next.
    mutating func take(_ answer: AppendAnswer, to commit: UInt64, of writer: Int) throws {
        try append(.acknowledged(answer), commit, of: writer)
    }

    /// Settles whether a commit that a kill fell into is there.
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
