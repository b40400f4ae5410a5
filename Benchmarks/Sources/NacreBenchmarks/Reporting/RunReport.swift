/// What one contender measured.
struct RunReport: Hashable, Sendable, Codable {
    var workload: Workload
    var engine: EngineName
    var durability: Durability
    var parameters: RunParameters

    /// The contender's name in tables; `nil` in reports of before it was written.
    var label: String?

    /// `nil` where the audit failed: such figures say nothing.
    @NullWhereMissing var eventsPerSecond: SampleSummary?

    /// `nil` where the audit failed.
    @NullWhereMissing var latencyNanoseconds: LatencySummary?

    /// What one latency is of: an append, a commit of the ceiling, or a pass over the log.
    var latencyOf: String

    /// The latencies in full, where there are any.
    var latencyDistribution: LatencyDistribution?

    /// The middle latency of each measured slice, in nanoseconds, where a workload notes it; `nil` in reports of before
    /// it was written.
    var sliceP50: SampleSummary?

    /// The 99th percentile of each measured slice, in nanoseconds, where each has enough latencies for one.
    var sliceP99: SampleSummary?

    /// What each measured slice reached over its time, where it was noted.
    var intervals: [IntervalSeries]?

    /// How appends shared durable transactions, where the engine says so.
    var groups: GroupReport?

    /// Durable transactions a second as a share of the syncs a second that the disk made alone; `nil` where appends are
    /// not made durable one sync after the other.
    var shareOfSyncRate: SampleSummary?

    /// Anonymous memory of the process that the engine ran in, where it was sampled.
    var memory: MemorySummary?

    /// The samples that ``memory`` sums up, thinned out where there are very many.
    var memorySamples: [MemorySample]?

    /// What the store takes on the disk, where the workload leaves one behind.
    var storage: StorageFigures?

    /// What only this workload measures.
    var figures: [Figure] = []

    /// What else is promised, and whether it holds.
    var promises: [AuditReport.Check] = []

    var audit: AuditReport
}

/// What a run was asked to do.
struct RunParameters: Hashable, Sendable, Codable {
    var writers: Int
    var eventsPerAppend: Int
    var streams: Int
    var payloadBytes: Int
    var seed: UInt64
    var runs: Int
    var sliceSeconds: Double?
    var events: Int?

    /// What the events carry beside their data.
    var labels: EventLabels?

    /// Recurring tags that each event carries beside those of its labels, where there are any.
    var tagsPerEvent: Int?

    /// How large payloads are, where they are not all alike: `64-4096`, `median:256`.
    var payloadSizes: String?

    /// What made-up payloads and metadata are like, where they are not random.
    var payloadContents: PayloadContents?

    /// Bytes of an event's metadata, of a file's events their mean; `nil` where events carry none, and in reports of
    /// before any did.
    var metadataBytes: Int?

    var eventsFrom: String?

    /// How streams are drawn, where that is not uniformly.
    var distribution: KeyDistribution?

    /// The exponent of Zipf's distribution, where that is drawn by.
    var zipfExponent: Double?

    /// Streams that an append writes, where there are several.
    var streamsPerAppend: Int?

    /// After how many appends one is sent again.
    var repeatEvery: Int?

    /// When appends come, where they do not wait for each other's answers.
    var arrivals: Arrivals?

    /// What the 99th percentile of the latencies may be at most, in milliseconds, where a rate is looked for.
    var p99Bound: Double?

    /// Seconds at the beginning of each slice that do not count, where there are any.
    var warmUpSeconds: Double?

    /// In what the load differs from that of the same engine's other runs.
    var variant: String?

    /// What the workload was told beside all of these, by the names of its options; `nil` where there is nothing, and
    /// in reports of before it was written.
    var options: [String: String]?

    /// How many events share a transaction: `what waits`, `same`, or a number.
    var eventsPerCommit: String?
}
