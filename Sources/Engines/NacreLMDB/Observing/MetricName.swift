/// All metrics of a store and of its projections, by the label that the backend sees.
enum MetricName: String, CaseIterable {
    case appendCommits = "nacre.append.commits"
    case appendEvents = "nacre.append.events"
    case appendBytes = "nacre.append.bytes"
    case appendConflicts = "nacre.append.conflicts"
    case appendFailures = "nacre.append.failures"
    case appendGroupSize = "nacre.append.group_size"
    case appendQueueTime = "nacre.append.queue_time"
    case appendApplyTime = "nacre.append.apply_time"
    case appendSyncTime = "nacre.append.sync_time"
    case appendResumeTime = "nacre.append.resume_time"
    case journalPendingBytes = "nacre.journal.pending_bytes"
    case journalDrainedBytes = "nacre.journal.drained_bytes"
    case journalDrainTime = "nacre.journal.drain_time"
    case journalHandOvers = "nacre.journal.hand_overs"
    case indexEvents = "nacre.index.events"
    case indexBatchTime = "nacre.index.batch_time"
    case indexRebuilds = "nacre.index.rebuilds"
    case indexLag = "nacre.index.lag"
    case subscriptionCount = "nacre.subscription.count"
    case subscriptionLag = "nacre.subscription.lag"
    case projectionEvents = "nacre.projection.events"
    case projectionBatchTime = "nacre.projection.batch_time"
    case projectionHalts = "nacre.projection.halts"
    case projectionLag = "nacre.projection.lag"
    case projectionRebuildLag = "nacre.projection.rebuild_lag"

    /// The kind of an instrument.
    enum Kind: String {
        case counter, gauge, recorder, timer
    }

    /// The kind of the instrument.
    var kind: Kind {
        switch self {
        case .appendCommits, .appendEvents, .appendBytes, .appendConflicts, .appendFailures,
            .journalDrainedBytes, .journalHandOvers, .indexEvents, .indexRebuilds, .projectionEvents, .projectionHalts:
            .counter
        case .appendGroupSize: .recorder
        case .appendQueueTime, .appendApplyTime, .appendSyncTime, .appendResumeTime, .journalDrainTime, .indexBatchTime,
            .projectionBatchTime:
            .timer
        case .journalPendingBytes, .indexLag, .subscriptionCount, .subscriptionLag, .projectionLag,
            .projectionRebuildLag:
            .gauge
        }
    }

    /// Whether the metric belongs to ``ProjectionMetrics`` instead of a store.
    var isOfProjections: Bool { rawValue.hasPrefix("nacre.projection.") }
}
