/// How many retries accepted operations took.
struct RetryCounts: Hashable, Sendable {
    /// How many operations took as many retries as the index says.
    private(set) var counts: [Int] = []

    /// Adds what another count has found.
    mutating func add(_ other: [Int]) {
        if counts.count < other.count { counts += [Int](repeating: 0, count: other.count - counts.count) }
        for (retries, count) in other.enumerated() { counts[retries] += count }
    }

    var operations: Int { counts.reduce(0, +) }

    /// Mean retries of an operation; 0 where there are none.
    var mean: Double {
        let retries = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        return operations == 0 ? 0 : Double(retries) / Double(operations)
    }

    /// The share of operations that took no retry; 0 where there are none.
    var firstTime: Double { operations == 0 ? 0 : Double(counts.first ?? 0) / Double(operations) }

    /// The number of retries that so many percent of the operations did not exceed; the most of them for 100.
    func percentile(_ percent: Double) -> Int {
        // By nearest rank: the smallest number that at least so many operations stay within.
        let rank = max(1, Int((Double(operations) * percent / 100).rounded(.up)))
        var covered = 0
        for (retries, count) in counts.enumerated() {
            covered += count
            if covered >= rank { return retries }
        }
        return 0
    }
}
