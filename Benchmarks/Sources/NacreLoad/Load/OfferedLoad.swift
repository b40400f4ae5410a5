/// What an open loop offered, and what of it was not started.
package struct OfferedLoad: Hashable, Sendable {
    package var appends: Int { dues.count }

    private let dues: [UInt64]
    private let lastOffer: UInt64
    private let left: [UInt64]
    private let end: UInt64

    package var greatestBacklog: Int

    /// Compares the due times of appends with the times of their answers.
    ///
    /// `left` are the due times of appends that were never started. Appends were offered until `lastOffer`, if that was
    /// before the slice ended.
    ///
    /// - Complexity: O(*n* log *n*) in the appends.
    init(dues: [UInt64], left: ArraySlice<UInt64>, end: UInt64, answers: [UInt64], until lastOffer: UInt64? = nil) {
        self.dues = dues
        self.lastOffer = lastOffer ?? end
        self.left = Array(left)
        self.end = end
        let answers = answers.sorted()
        var answered = 0
        var greatest = 0
        for (index, due) in dues.enumerated() {
            while answered < answers.count, answers[answered] <= due { answered += 1 }
            greatest = max(greatest, index + 1 - answered)
        }
        greatestBacklog = greatest
    }

    /// The waiting times, in nanoseconds, of never started appends that were due from a moment on.
    package func waitsInVain(dueFrom moment: UInt64 = 0) -> [UInt64] {
        left.filter { $0 >= moment }.map { end > $0 ? end - $0 : 0 }
    }

    /// The number of appends due in a range of times.
    package func count(dueIn times: ClosedRange<UInt64>) -> Int { dues.count { times.contains($0) } }

    /// The number of appends due per second, from a moment on; `nil` if none was offered after it.
    package func perSecond(from moment: UInt64) -> Double? {
        guard lastOffer > moment else { return nil }
        return Double(dues.count { $0 >= moment }) * 1e9 / Double(lastOffer - moment)
    }
}
