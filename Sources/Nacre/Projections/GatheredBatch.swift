/// A batch that a projection has applied in memory.
struct GatheredBatch: Sendable {
    /// The changes to write.
    var changes: StagedChanges

    /// The observed changes, in the order of the log.
    let watched: [RowWatch.Change]

    /// Identifies the tables whose rows were read, since others may be in the same state.
    let generation: UInt64?

    /// The number of events read.
    let count: Int

    /// The last position of the batch, whether or not the query matches the event there.
    let covered: Position

    /// How long a snapshot of the tables was open.
    ///
    /// Fetching the events beforehand does not count.
    let duration: Duration

    /// Merges another part of the batch, which changes other rows.
    func joined(with other: GatheredBatch) -> GatheredBatch {
        var changes = changes
        changes.add(other.changes)
        return GatheredBatch(
            changes: changes,
            watched: other.watched.isEmpty
                ? watched : (watched + other.watched).sorted { $0.position < $1.position },
            generation: generation, count: count, covered: covered,
            // Both parts ran at the same time.
            duration: max(duration, other.duration))
    }
}
