struct RunReport: Hashable, Sendable, Codable {
    var workload: Workload
    var engine: EngineName
    var durability: Durability
    var parameters: RunParameters

    /// The contender's name in tables; `nil` in older reports.
    var label: String?

    /// Events per second; `nil` if the audit failed, because the figures are then invalid.
    @NullWhereMissing var eventsPerSecond: SampleSummary?

    /// Percentiles of the latencies; `nil` if the audit failed.
    @NullWhereMissing var latencyNanoseconds: LatencySummary?

    /// What one latency measures: an append, a commit of the ceiling, or a pass over the log.
    var latencyOf: String
    var latencyDistribution: LatencyDistribution?

    /// The median latency of each measured slice, in nanoseconds, if the workload records it; `nil` in older reports.
    var sliceP50: SampleSummary?

    /// The 99th percentile of each measured slice, in nanoseconds, if each has enough latencies.
    var sliceP99: SampleSummary?

    /// The progress of each measured slice over time, if recorded.
    var intervals: [IntervalSeries]?

    /// How appends shared durable transactions, if the engine reports it.
    var groups: GroupReport?

    /// Durable transactions per second divided by the disk's own syncs per second; `nil` if appends are not made
    /// durable by one sync after the other.
    var shareOfSyncRate: SampleSummary?

    /// Anonymous memory of the process that the engine ran in, if sampled.
    var memory: MemorySummary?

    /// The samples of ``memory``, thinned out if there are very many.
    var memorySamples: [MemorySample]?

    /// The store's size on the disk, if the workload leaves one.
    var storage: StorageFigures?
    var figures: [Figure] = []

    /// Further guarantees, and whether they hold.
    var promises: [AuditReport.Check] = []

    var audit: AuditReport
}

/// The parameters of a run, named after the options that set them; those with their default are `nil`, and those that
/// older reports lack.
struct RunParameters: Hashable, Sendable, Codable {
    var writers: Int
    var eventsPerAppend: Int
    var streams: Int
    var payloadBytes: Int
    var seed: UInt64
    var runs: Int
    var sliceSeconds: Double?
    var events: Int?
    var labels: EventLabels?
    var tagsPerEvent: Int?
    var payloadSizes: String?
    var payloadContents: PayloadContents?

    /// Of a file's events, their mean.
    var metadataBytes: Int?

    var eventsFrom: String?
    var distribution: KeyDistribution?
    var zipfExponent: Double?
    var streamsPerAppend: Int?
    var repeatEvery: Int?
    var arrivals: Arrivals?

    /// The bound of the latencies' 99th percentile, in milliseconds, for a search of the rate.
    var p99Bound: Double?

    var warmUpSeconds: Double?

    /// How the load differs from that of the same engine's other runs.
    var variant: String?

    var options: [String: String]?

    /// The number of events in a transaction: `what waits`, `same`, or a number.
    var eventsPerCommit: String?
}
