/// What an open loop offered, and what was not taken of it.
struct OfferedLoad: Hashable, Sendable {
    var appends: Int { dues.count }

    private let dues: [UInt64]
    private let lastOffer: UInt64
    private let left: [UInt64]
    private let end: UInt64

    /// Nanoseconds that each append waited in vain that was due, and not begun before the slice was over.
    var waitsInVain: [UInt64] { waitsInVain(dueFrom: 0) }

    /// The most appends that were due and unanswered at one moment.
    var greatestBacklog: Int

    /// Compares when appends were due with when they were answered.
    ///
    /// `left` are those that nobody began; appends were offered until `lastOffer`, where that was before the slice was
    /// over.
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

    /// Nanoseconds that each append waited in vain that was due from a moment on.
    func waitsInVain(dueFrom moment: UInt64) -> [UInt64] {
        left.filter { $0 >= moment }.map { end > $0 ? end - $0 : 0 }
    }

    /// How many appends were due at some times.
    func count(dueIn times: ClosedRange<UInt64>) -> Int { dues.count { times.contains($0) } }

    /// How many appends were due in a second, from a moment on; `nil` where none was offered any more.
    func perSecond(from moment: UInt64) -> Double? {
        guard lastOffer > moment else { return nil }
        return Double(dues.count { $0 >= moment }) * 1e9 / Double(lastOffer - moment)
    }
}
