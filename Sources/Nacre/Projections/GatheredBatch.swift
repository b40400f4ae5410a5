/// A run of the log as a projection has applied it in memory.
struct GatheredBatch: Sendable {
    /// What is to be written.
    var changes: StagedChanges

    /// What tells the tables whose rows were read from others that may be in the same state.
    let generation: UInt64?

    /// How many events were looked at.
    let count: Int

    /// The last position of the run, whether the query matches what stands there or not.
    let covered: Position

    /// How long a snapshot of the tables was kept open; fetching the events before that does not count.
    let duration: Duration

    /// The batch with what another part of it has changed, which is in other rows.
    func joined(with other: GatheredBatch) -> GatheredBatch {
        var changes = changes
        changes.add(other.changes)
        return GatheredBatch(
            changes: changes, generation: generation, count: count, covered: covered,
            duration: max(duration, other.duration))
    }
}
