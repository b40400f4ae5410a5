import Foundation
import Nacre

/// A request to a process of the workload `recovery`.
package enum RecoveryRequest: Hashable, Sendable, Codable {
    /// Open the store and append at full speed, with all writers but the last, until the process is killed.
    ///
    /// The answers go to a file. The reply comes when the load is running.
    case load(journal: String)

    /// Open the store and append once, by the last writer; the times of both and the answer go to files.
    case recover(times: String, record: String)
}

/// A worker that is killed under load, or recovers after a kill.
package protocol RecoveringWorker: Sendable {
    /// Performs a request.
    func perform(_ request: RecoveryRequest) async throws

    /// Kills the worker, even during work, unless it has ended.
    func end() async -> StartedProcess.Ending
}

/// Makes the workload's workers.
package typealias RecoveryMaker = @Sendable (SubscriberTask) async throws -> any RecoveringWorker

/// The worker's implementation.
package actor RecoveryWorker {
    /// The time limit in seconds for the first answers of a load; after it, the audit reports that there was no load.
    private static let patience = 30.0

    private let begun: SubscriberTask
    private let engine: any BenchmarkEngine
    private var session: (any EngineSession)?

    /// Makes a worker without opening the store.
    package init(_ begun: SubscriberTask, engine: any BenchmarkEngine) {
        self.begun = begun
        self.engine = engine
    }

    package func perform(_ request: RecoveryRequest) async throws {
        switch request {
        case .load(let path): try await load(journalling: URL(fileURLWithPath: path))
        case .recover(let times, let record): try await recover(times, record)
        }
    }

    private var store: URL { URL(fileURLWithPath: begun.task.store, isDirectory: true) }

    private func load(journalling file: URL) async throws {
        let journal = try AcknowledgementJournal(creating: file)
        let session = try await engine.open(store)
        self.session = session
        var load = begun.task.load
        load.ownWriters = 0..<load.writers - 1
        let target = JournalingTarget(target: session, journal: journal)
        let hasEnded = StopSign()
        Task { [load, begun] in
            let announcing = AnnouncingLoad(load, goingOnAfter: begun.appends)
            _ = await announcing.run(AnnouncedSlice(), on: target)
            // Only the kill ends the load: reaching this point is a failure.
            let failure = await announcing.drain().compactMap(\.record.failure).first ?? "the load came to an end"
            do {
                try Data(failure.utf8).write(to: AcknowledgementJournal.failure(beside: file), options: .atomic)
            } catch {
                standardError("nacre-bench: \(failure), which cannot be recorded: \(systemReason(error))")
            }
            hasEnded.raise()
        }
        // The load is running when there are as many answers as writers.
        let end = monotonicNanoseconds() + UInt64(Self.patience * 1e9)
        while journal.acknowledged < load.writers, !hasEnded.isRaised, monotonicNanoseconds() < end {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func recover(_ times: String, _ recordPath: String) async throws {
        let load = begun.task.load
        let last = load.writers - 1
        let writer = LoadWriter(
            last, of: load, templates: PayloadTemplates(of: load), announces: true,
            goingOnAfter: last < begun.appends.count ? begun.appends[last] : 0)
        let start = monotonicNanoseconds()
        let session = try await engine.open(store)
        let opened = monotonicNanoseconds()
        await writer.tell(nil, target: session)
        let told = await writer.run(until: .max, appends: 1, notesMoments: true)
        let answered = told.moments.last ?? monotonicNanoseconds()
        let head = try await session.head()
        try await session.close()
        try WordFile.write([[opened - start, answered - opened, head]], to: URL(fileURLWithPath: times))
        try RecordFile.write([told], to: URL(fileURLWithPath: recordPath))
    }
}
