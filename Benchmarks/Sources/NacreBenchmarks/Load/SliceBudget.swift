/// When a slice of appending ends: at a time, or after so many events, whichever comes first.
struct SliceBudget: Hashable, Sendable, Codable {
    /// Seconds; `nil` where the events alone end the slice.
    var seconds: Double?

    /// Events in all; `nil` where the time alone ends the slice.
    var events: Int?

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
