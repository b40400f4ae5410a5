/// How many events are appended before the index is copied, and how many behind it, so that the copy is as many events
/// behind the log as asked for.
///
/// An index that has caught up still leaves events to the memory, how many is known only then: the rest is less by
/// those.
struct HeldBackPlan: Hashable, Sendable {
    /// Events in all, at least.
    let events: Int

    /// How many the copied index is to be behind in the end: less than a round fewer, and never more.
    let tailEvents: Int

    /// What the writers append at a time, one append each.
    let eventsPerRound: Int

    /// Events before the index is copied, in whole rounds.
    var firstEvents: Int {
        let most = Int(CatchingUp.generation) + 2 * eventsPerRound
        let first = tailEvents > most ? events - tailEvents + most : events - tailEvents
        return max(1, first / eventsPerRound) * eventsPerRound
    }

    /// Events behind it, in whole rounds, or what makes up all events where that is more; `lag` is `nil` where the
    /// engine has no index to copy.
    ///
    /// A tail that is smaller than what an index may leave to the memory gets longer than asked for.
    func restEvents(behind lag: UInt64?) -> Int {
        let missing = events - firstEvents
        guard let lag else { return missing }
        return max(missing, (tailEvents - Int(lag)) / eventsPerRound * eventsPerRound)
    }
}
