/// The numbers of events before and after the index is copied, so that the copy has the requested lag.
///
/// An index that has caught up still leaves events in memory, whose number is known only then; the rest is reduced by
/// them.
struct HeldBackPlan: Hashable, Sendable {
    /// The minimum total of events.
    let events: Int

    /// The copied index's lag in the end: less than a round below this, and never more.
    let tailEvents: Int

    /// The events that the writers append in a round, one append each.
    let eventsPerRound: Int

    /// Events before the index is copied, in whole rounds.
    var firstEvents: Int {
        let most = Int(CatchingUp.generation) + 2 * eventsPerRound
        let first = tailEvents > most ? events - tailEvents + most : events - tailEvents
        return max(1, first / eventsPerRound) * eventsPerRound
    }

    /// Events after the copy, in whole rounds, or the rest of the total if that is more; `lag` is `nil` if the
    /// engine has no index to copy.
    ///
    /// If the requested tail is smaller than what an index may leave in memory, the tail becomes longer than requested.
    func restEvents(behind lag: UInt64?) -> Int {
        let missing = events - firstEvents
        guard let lag else { return missing }
        return max(missing, (tailEvents - Int(lag)) / eventsPerRound * eventsPerRound)
    }
}
