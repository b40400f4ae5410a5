/// Browsers with a page each, and the changes of what they show.
package struct PageLoad: Hashable, Sendable {
    package var accounts: Int

    /// The browsers that are signed in to each account, with a page each.
    package var browsersOfEach: Int

    /// The items of each account.
    package var itemsOfEach: Int

    /// The length of an item's name.
    package var nameBytes: Int

    /// When changes are due.
    package var arrivals: Arrivals

    package var seed: UInt64

    package init(
        accounts: Int, browsersOfEach: Int, itemsOfEach: Int, nameBytes: Int, arrivals: Arrivals, seed: UInt64
    ) {
        (self.accounts, self.browsersOfEach, self.itemsOfEach) = (accounts, browsersOfEach, itemsOfEach)
        (self.nameBytes, self.arrivals, self.seed) = (nameBytes, arrivals, seed)
    }

    package var pages: Int { accounts * browsersOfEach }

    /// A change that is due.
    package struct Due: Hashable, Sendable {
        package var change: PageChange

        /// Nanoseconds from the beginning.
        package var moment: UInt64
    }

    /// Draws the changes of each account, in order.
    ///
    /// - Parameters:
    ///   - seconds: The time for which changes are due.
    ///   - number: The number of changes before, of all accounts together.
    /// - Returns: The changes, for each account.
    package func dues(seconds: Double, after number: Int) -> [[Due]] {
        let seed = SplitMix64.hash(seed &+ UInt64(number))
        var random = SplitMix64(seed: seed)
        var dues = [[Due]](repeating: [], count: accounts)
        for (index, moment) in arrivals.dues(seconds: seconds, seed: seed).enumerated() {
            let change = PageChange(
                account: random.next(below: accounts), item: random.next(below: itemsOfEach),
                number: number + index + 1)
            dues[change.account].append(Due(change: change, moment: moment))
        }
        return dues
    }
}
