/// The order of contenders in a round.
enum TurnOrder {
    /// The contenders' indexes in order in even rounds, and reversed in odd ones.
    ///
    /// With a fixed order, the same contender would always follow the heaviest writer, or be last on a disk that gets
    /// slower from turn to turn. No interval over the rounds could show that bias.
    static func turns(of contenders: some BidirectionalCollection<Int>, inRound round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(contenders) : contenders.reversed()
    }

    /// The turns of a warm-up round and of `runs` measured rounds.
    static func turns(of contenders: Range<Int>, runs: Int) -> [Turn] {
        turns(runs: runs) { turns(of: contenders, inRound: $0) }
    }

    /// The turns of a warm-up round and of `runs` measured rounds, each with its own order.
    static func turns(runs: Int, _ order: (_ round: Int) -> [Int]) -> [Turn] {
        (0...runs).flatMap { run in order(run).map { Turn(run: run, of: runs, index: $0) } }
    }
}

/// One contender's turn in a round.
struct Turn: Hashable, Sendable {
    /// The round number; 0 is the warm-up.
    let run: Int

    /// The number of measured rounds.
    let runs: Int

    let index: Int

    init(run: Int, of runs: Int, index: Int = 0) {
        (self.run, self.runs, self.index) = (run, runs, index)
    }

    var isWarmUp: Bool { run == 0 }

    /// The turn's name in progress and results.
    func step(_ label: String) -> String { "\(isWarmUp ? "warm-up" : "run \(run) of \(runs)")  \(label)" }
}
