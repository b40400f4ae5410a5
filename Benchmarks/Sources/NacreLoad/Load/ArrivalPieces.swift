/// Arrivals drawn a few seconds at a time, so that a slice that ends early does not hold an hour of them in memory.
struct ArrivalPieces: Sendable {
    /// The longest piece, in seconds.
    static let secondsPerPiece = 2.0

    private let rate: Double
    private let seed: UInt64
    private var secondsLeft: Double
    private var begun: UInt64 = 0
    private var count: UInt64 = 0

    /// Makes the sequence without drawing; the rate is in appends per second, on average.
    init(rate: Double, seconds: Double, seed: UInt64) {
        self.rate = rate
        self.seed = seed
        secondsLeft = seconds
    }

    /// The end of the drawn part, in nanoseconds from the beginning.
    var end: UInt64 { begun }

    /// Requires that at least one append is due.
    func requireAny() throws(HarnessError) {
        var pieces = self
        while let dues = pieces.next() {
            if !dues.isEmpty { return }
        }
        throw .nothingIsDue(rate: rate, seconds: secondsLeft)
    }

    /// Draws the next piece: due times in nanoseconds from the beginning; `nil` after the last.
    ///
    /// The gaps of such arrivals are memoryless, so that consecutive pieces are equivalent to one draw.
    mutating func next() -> [UInt64]? {
        guard secondsLeft > 0 else { return nil }
        let seconds = min(secondsLeft, Self.secondsPerPiece)
        let dues = Arrivals(rate: rate).dues(seconds: seconds, seed: seed &+ count)
        defer {
            begun += UInt64(seconds * 1e9)
            secondsLeft -= seconds
            count += 1
        }
        return dues.map { begun + $0 }
    }
}
