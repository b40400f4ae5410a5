/// Which run of the log is to be applied, and to which tables.
struct BatchRange: Sendable {
    /// The state in which the tables were found; the run begins right behind it.
    let state: ReadModelState?

    /// The tables.
    let side: ModelSide

    /// Where the run ends at the latest, though that be within a commit; `nil` for the head.
    var end: Position?

    /// With which commit it ends before that, by the limit that is reached first; `nil` for no limits.
    var size: ProjectionRunner.BatchSize?

    /// The events that are passed over.
    let skipped: Set<EventID>

    /// What is known of rows from the batch before, for each thread.
    let kept: [KeptRows]

    /// Among how many threads the streams are divided; with several, the end is known before.
    var parts = 1

    /// Whether a row that cannot be encoded is looked for.
    var encodesAtOnce = false
}
