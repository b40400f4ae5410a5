/// What one contender measured.
struct RunReport: Hashable, Sendable, Codable {
    var workload: Workload
    var engine: EngineName
    var durability: Durability
    var parameters: RunParameters

    /// The contender's name in tables; `nil` in reports of before it was written.
    var label: String?

    /// `nil`, written as null, where the audit failed: such figures say nothing.
    var eventsPerSecond: SampleSummary?

    /// `nil`, written as null, where the audit failed.
    var latencyNanoseconds: LatencySummary?

    /// What one latency is of: an append, a commit of the ceiling, or a pass over the log.
    var latencyOf: String

    /// The latencies in full, where there are any.
    var latencyDistribution: LatencyDistribution?

    /// The middle latency of each measured slice, in nanoseconds, where a workload notes it; `nil` in reports of before it
    /// was written.
    var sliceP50: SampleSummary?

    /// The 99th percentile of each measured slice, in nanoseconds, where each has enough latencies for one.
    var sliceP99: SampleSummary?

    /// What each measured slice reached over its time, where it was noted.
    var intervals: [IntervalSeries]?

    /// How appends shared durable transactions, where the engine says so.
    var groups: GroupReport?

    /// Durable transactions a second as a share of the syncs a second that the disk made alone; `nil` where appends are not
    /// made durable one sync after the other.
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

    private enum CodingKeys: String, CodingKey {
        case workload
        case engine
        case durability
        case parameters
        case label
        case eventsPerSecond
        case latencyNanoseconds
        case latencyOf
        case latencyDistribution
        case sliceP50
        case sliceP99
        case intervals
        case groups
        case shareOfSyncRate
        case memory
        case memorySamples
        case storage
        case figures
        case promises
        case audit
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(workload, forKey: .workload)
        try container.encode(engine, forKey: .engine)
        try container.encode(durability, forKey: .durability)
        try container.encode(parameters, forKey: .parameters)
        try container.encodeIfPresent(label, forKey: .label)
        // A figure that is struck out stays visible as null: a missing key would look like an older form.
        try container.encode(eventsPerSecond, forKey: .eventsPerSecond)
        try container.encode(latencyNanoseconds, forKey: .latencyNanoseconds)
        try container.encode(latencyOf, forKey: .latencyOf)
        try container.encodeIfPresent(latencyDistribution, forKey: .latencyDistribution)
        try container.encodeIfPresent(sliceP50, forKey: .sliceP50)
        try container.encodeIfPresent(sliceP99, forKey: .sliceP99)
        try container.encodeIfPresent(intervals, forKey: .intervals)
        try container.encodeIfPresent(groups, forKey: .groups)
        try container.encodeIfPresent(shareOfSyncRate, forKey: .shareOfSyncRate)
        try container.encodeIfPresent(memory, forKey: .memory)
        try container.encodeIfPresent(memorySamples, forKey: .memorySamples)
        try container.encodeIfPresent(storage, forKey: .storage)
        try container.encode(figures, forKey: .figures)
        try container.encode(promises, forKey: .promises)
        try container.encode(audit, forKey: .audit)
    }
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

    /// What the workload was told beside all of these, by the names of its options; `nil` where there is nothing, and in
    /// reports of before it was written.
    var options: [String: String]?

    /// How many events share a transaction: `what waits`, `same`, or a number.
    var eventsPerCommit: String?
}
