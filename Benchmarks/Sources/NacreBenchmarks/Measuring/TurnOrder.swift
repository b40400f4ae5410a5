/// In which order contenders take their turns in a round.
enum TurnOrder {
    /// Turns the order round in every other round.
    ///
    /// Whoever comes behind the heaviest writer, or last on a disk that gets slower from turn to turn, would else do so in
    /// every round, which no interval over the rounds could show.
    ///
    /// - Parameters:
    ///   - contenders: The indexes of the contenders, in the order in which they were named.
    ///   - round: The number of the round.
    /// - Returns: The indexes, in that order in even rounds and the other way round in odd ones.
    static func turns(of contenders: some BidirectionalCollection<Int>, inRound round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(contenders) : contenders.reversed()
    }
}
