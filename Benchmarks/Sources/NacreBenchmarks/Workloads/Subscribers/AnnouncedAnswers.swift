import Foundation

/// What the writers of a slice were told, and when.
struct AnnouncedAnswers: Sendable {
    /// How long the slice took, and how many events it appended.
    var reply: WorkerReply

    /// One for each writer, of this slice alone.
    var records: [WriterRecord]

    /// When each answer came, in the order of the acknowledgements.
    var moments: [[UInt64]]

    /// Waits until a worker's appending has ended, and takes what its writers were told.
    ///
    /// - Throws: ``HarnessError`` where the worker fails, or the files do not fit each other.
    static func end(
        of worker: any SubscribingWorker, writers: Int, in workspace: Workspace
    ) async throws -> AnnouncedAnswers {
        let files = ["records", "moments"].map(workspace.newFile)
        let reply = try await worker.perform(.end(records: files[0].path, moments: files[1].path))
        let records = try RecordFile.read(files[0])
        let moments = try WordFile.read(files[1])
        for file in files { try FileManager.default.removeItem(at: file) }
        guard records.count == writers, moments.map(\.count) == records.map(\.acknowledgements.count) else {
            throw HarnessError("the worker wrote down other answers than moments of answers")
        }
        return AnnouncedAnswers(reply: reply, records: records, moments: moments)
    }

    /// Goes on with the records of the same writers: the audit needs the answers, not how long they took.
    func goOn(_ whole: inout [WriterRecord]) {
        for (index, record) in records.enumerated() {
            var record = record
            record.latencies = []
            whole[index].goOn(with: record)
        }
    }

    /// Events a second of the whole slice.
    var eventsPerSecond: Double { perSecond(reply.events, in: reply.nanoseconds) }

    /// The latencies, in nanoseconds, of the appends that were under way between two moments, whole or in part, and the
    /// events answered then.
    func between(_ start: UInt64, _ end: UInt64) -> (latencies: [UInt64], events: Int) {
        var latencies: [UInt64] = []
        var events = 0
        for (record, answered) in zip(records, moments) {
            for (latency, moment) in zip(record.latencies, answered) where moment > start && moment - latency < end {
                latencies.append(latency)
                if moment <= end { events += record.eventsPerAcknowledgement }
            }
        }
        return (latencies, events)
    }
}

/// How workloads get workers that subscribe, append or read.
typealias SubscriberMaker = @Sendable (SubscriberTask) async throws -> any SubscribingWorker
