/// What all slices of one contender measured, and what their audits found.
struct ContenderResult: Sendable {
    /// Who.
    var contender: Contender

    /// Events a second, one sample for each slice but the warm-up.
    var eventsPerSecond: [Double] = []

    /// Latencies of all slices but the warm-up.
    var latencies = LatencyRecorder()

    /// How appends shared transactions, one for each slice but the warm-up, where the engine says so.
    var groups: [GroupStatistics] = []

    /// Audits of all slices, the warm-up included.
    var audits: [AuditReport] = []

    init(_ contender: Contender) {
        self.contender = contender
    }

    /// The audits as one.
    var audit: AuditReport { AuditReport.merged(audits) }
}
