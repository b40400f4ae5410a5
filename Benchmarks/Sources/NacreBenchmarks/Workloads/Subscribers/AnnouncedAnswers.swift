import Foundation

/// The answers to the writers of a slice, with their times.
struct AnnouncedAnswers: Sendable {
    /// The duration of the slice, and the number of events that it appended.
    var reply: WorkerReply

    /// One for each writer, of this slice only.
    var records: [WriterRecord]

    /// The time of each answer, in the order of the acknowledgements.
    var moments: [[UInt64]]

    /// Waits until a worker's appending has ended, and takes its writers' answers.
    ///
    /// - Throws: ``HarnessError`` if the worker fails, or the files are inconsistent.
    static func end(
        of worker: any SubscribingWorker, writers: Int, in workspace: Workspace
    ) async throws -> AnnouncedAnswers {
        let files = ["records", "moments"].map(workspace.newFile)
        let reply = try await worker.perform(.end(records: files[0].path, moments: files[1].path))
        let records = try RecordFile.read(files[0])
        let moments = try WordFile.read(files[1])
        for file in files { try FileManager.default.removeItem(at: file) }
        guard records.count == writers, moments.map(\.count) == records.map(\.acknowledgements.count) else {
            throw HarnessError("the worker's answers and their times differ in number")
        }
        return AnnouncedAnswers(reply: reply, records: records, moments: moments)
    }

    func goOn(_ whole: inout [WriterRecord]) { whole.goOn(with: records) }

    var latencies: [UInt64] { records.flatMap(\.latencies) }

    var eventsPerSecond: Double { perSecond(reply.events, in: reply.nanoseconds) }

    /// The latencies, in nanoseconds, of the appends that ran at least partly between two moments, and the events
    /// answered then.
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

typealias SubscriberMaker = @Sendable (SubscriberTask) async throws -> any SubscribingWorker
