/// The end of a slice: after a time, or a number of events or calls, whichever comes first.
package struct SliceBudget: Hashable, Sendable, Codable {
    /// Seconds; `nil` if only the events end the slice.
    package var seconds: Double?

    /// The total number of events; `nil` if they do not end the slice.
    package var events: Int?

    /// The total number of calls, of any number of events each; `nil` if they do not end the slice.
    package var calls: Calls?

    /// When appends arrive in an open loop, which needs ``seconds``.
    package var arrivals: Arrivals?

    /// Whether the times of all answers and the resources of the process are recorded, for series and further figures.
    package var isObserved = false

    package init(
        seconds: Double? = nil, events: Int? = nil, calls: Calls? = nil, arrivals: Arrivals? = nil,
        isObserved: Bool = false
    ) {
        (self.seconds, self.events, self.calls, self.arrivals) = (seconds, events, calls, arrivals)
        self.isObserved = isObserved
    }

    /// A number of operations, or reads.
    package struct Calls: Hashable, Sendable, Codable {
        package var count: Int

        /// Their name in the plural.
        package var name: String

        package init(count: Int, name: String) { (self.count, self.name) = (count, name) }
    }

    /// The maximum number of appends of each writer: the events divided evenly, rounded up to whole appends.
    package func appends(of load: AppendLoad, writers: Int) -> Int {
        guard let events else { return .max }
        let share = load.eventsPerAppend * writers
        return (events + share - 1) / share
    }

    /// The time after which no further append begins, for a slice that begins now.
    package func deadline(from start: UInt64) -> UInt64 {
        guard let seconds else { return .max }
        return start + UInt64(seconds * 1e9)
    }
}
