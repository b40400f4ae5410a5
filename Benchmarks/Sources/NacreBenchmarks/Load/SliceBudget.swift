/// When a slice ends: at a time, or after so many events or calls, whichever comes first.
struct SliceBudget: Hashable, Sendable, Codable {
    /// Seconds; `nil` where the events alone end the slice.
    var seconds: Double?

    /// Events in all; `nil` where they do not end the slice.
    var events: Int?

    /// Calls in all, each of as many events as it happens to be of; `nil` where they do not end the slice.
    var calls: Calls?

    /// When appends come, where they do not wait for each other's answers; they need ``seconds``.
    var arrivals: Arrivals?

    /// Whether the moments of all answers are noted, and what the process uses, for series and figures beside the rate.
    var isObserved = false

    /// So many operations, or reads.
    struct Calls: Hashable, Sendable, Codable {
        var count: Int

        /// What several of them are called.
        var name: String
    }

    /// The appends that each of some writers makes at most: the events shared out evenly, rounded up to whole appends.
    func appends(of load: AppendLoad, writers: Int) -> Int {
        guard let events else { return .max }
        let share = load.eventsPerAppend * writers
        return (events + share - 1) / share
    }

    /// The moment at which no further append begins, for a slice that begins now.
    func deadline(from start: UInt64) -> UInt64 {
        guard let seconds else { return .max }
        return start + UInt64(seconds * 1e9)
    }
}
