/// Counts by numbers from 0 on.
struct NumberCounts: Sendable {
    private(set) var counts: [Int] = []

    mutating func add(_ number: Int, _ events: Int = 1) {
        while counts.count <= number { counts.append(0) }
        counts[number] += events
    }
}
