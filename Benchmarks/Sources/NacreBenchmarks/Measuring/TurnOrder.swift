/// In which order contenders take their turns in a round.
enum TurnOrder {
    /// The indexes of contenders in their order in even rounds, and the other way round in odd ones.
    ///
    /// Whoever comes behind the heaviest writer, or last on a disk that gets slower from turn to turn, would else do so
    /// in every round, which no interval over the rounds could show.
    static func turns(of contenders: some BidirectionalCollection<Int>, inRound round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(contenders) : contenders.reversed()
    }

    /// The turns of a round that warms up and of so many measured ones.
    static func turns(of contenders: Range<Int>, runs: Int) -> [Turn] {
        turns(runs: runs) { turns(of: contenders, inRound: $0) }
    }

    /// The turns of a round that warms up and of so many measured ones, each in an order of its own.
    static func turns(runs: Int, _ order: (_ round: Int) -> [Int]) -> [Turn] {
        (0...runs).flatMap { run in order(run).map { Turn(run: run, of: runs, index: $0) } }
    }
}

/// One contender's turn in a round.
struct Turn: Hashable, Sendable {
    /// The round: 0 warms up.
    let run: Int

    /// How many rounds are measured.
    let runs: Int

    let index: Int

    init(run: Int, of runs: Int, index: Int = 0) {
        (self.run, self.runs, self.index) = (run, runs, index)
    }

    /// Whether the turn does not count.
    var isWarmUp: Bool { run == 0 }

    /// What the turn is called while it runs, and when it has.
    func step(_ label: String) -> String { "\(isWarmUp ? "warm-up" : "run \(run) of \(runs)")  \(label)" }
}
