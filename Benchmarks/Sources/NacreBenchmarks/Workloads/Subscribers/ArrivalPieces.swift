/// Arrivals drawn a few seconds at a time: whoever ends long before they would holds no hour of them in memory.
struct ArrivalPieces: Sendable {
    /// The longest that is drawn at once, in seconds.
    static let secondsPerPiece = 2.0

    private let rate: Double
    private let seed: UInt64
    private var secondsLeft: Double
    private var begun: UInt64 = 0
    private var count: UInt64 = 0

    /// Draws nothing yet; the rate is in appends a second, on average.
    init(rate: Double, seconds: Double, seed: UInt64) {
        self.rate = rate
        self.seed = seed
        secondsLeft = seconds
    }

    /// From when on nothing is drawn yet, in nanoseconds from the beginning.
    var end: UInt64 { begun }

    /// Requires that anything is due at all.
    func requireAny() throws(HarnessError) {
        var pieces = self
        while let dues = pieces.next() {
            if !dues.isEmpty { return }
        }
        throw .nothingIsDue(rate: rate, seconds: secondsLeft)
    }

    /// Draws the next piece: when appends are due, as nanoseconds from the beginning; `nil` where all were drawn.
    ///
    /// Gaps of such arrivals do not depend on what came before, so pieces in a row are as good as all at once.
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
