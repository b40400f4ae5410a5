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
            throw HarnessError("the worker wrote down other answers than moments of answers")
        }
        return AnnouncedAnswers(reply: reply, records: records, moments: moments)
    }

    /// Appends to the records of the same writers: the audit needs the answers, but not the latencies.
    func goOn(_ whole: inout [WriterRecord]) {
        for (index, record) in records.enumerated() {
            var record = record
            record.latencies = []
            whole[index].goOn(with: record)
        }
    }

    /// Events per second of the whole slice.
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

/// Makes the workers that subscribe, append or read.
typealias SubscriberMaker = @Sendable (SubscriberTask) async throws -> any SubscribingWorker
