/// The part of the log to apply in one batch, and the tables to apply it to.
struct BatchRange: Sendable {
    /// The state in which the tables were found.
    ///
    /// The batch starts right after it.
    let state: ReadModelState?

    /// Which of the model's tables to apply it to.
    let tables: LiveOrShadow

    /// The position at which the batch ends at the latest, even within a commit; `nil` for the head.
    var end: Position?

    /// The limits that end the batch earlier, at the end of a commit; `nil` for no limits.
    var size: ProjectionRunner.BatchSize?

    /// The events to skip.
    let skipped: Set<EventID>

    /// Rows cached from the last batch, for each thread.
    let kept: [CachedRows]

    /// The number of threads that the streams are divided among.
    ///
    /// With more than one, `end` is set.
    var parts = 1

    /// Whether rows are encoded when they are set, to find one that cannot be encoded.
    var encodesEagerly = false
}
