/// The numbers of retries of accepted operations.
struct RetryCounts: Hashable, Sendable {
    /// The number of operations by their number of retries, which is the index.
    private(set) var counts: [Int] = []

    /// Adds another count.
    mutating func add(_ other: [Int]) {
        if counts.count < other.count { counts += [Int](repeating: 0, count: other.count - counts.count) }
        for (retries, count) in other.enumerated() { counts[retries] += count }
    }

    var operations: Int { counts.reduce(0, +) }

    /// The mean retries of an operation; 0 without operations.
    var mean: Double {
        let retries = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        return operations == 0 ? 0 : Double(retries) / Double(operations)
    }

    /// The fraction of operations without a retry; 0 without operations.
    var firstTime: Double { operations == 0 ? 0 : Double(counts.first ?? 0) / Double(operations) }

    /// The number of retries at a percentile of the operations; the maximum for 100.
    func percentile(_ percent: Double) -> Int {
        // By nearest rank: the smallest number that at least this many operations do not exceed.
        let rank = max(1, Int((Double(operations) * percent / 100).rounded(.up)))
        var covered = 0
        for (retries, count) in counts.enumerated() {
            covered += count
            if covered >= rank { return retries }
        }
        return 0
    }
}
