import Foundation
import Nacre

/// What a process of the workload `recovery` is asked to do.
enum RecoveryRequest: Hashable, Sendable, Codable {
    /// Open the store and append as fast as all writers but the last can, until somebody kills the process; what they
    /// are told goes to a file. The answer comes when the load is under way.
    case load(journal: String)

    /// Open the store and append once, by the last writer; how long both took, and what it was told, go to files.
    case recover(times: String, record: String)
}

/// Whoever is killed under load, or comes after one that was.
protocol RecoveringWorker: Sendable {
    /// Does what it is asked for.
    func perform(_ request: RecoveryRequest) async throws

    /// Kills the worker, whatever it does, unless it has ended.
    func end() async -> StartedProcess.Ending
}

/// How the workload gets its workers.
typealias RecoveryMaker = @Sendable (SubscriberTask) async throws -> any RecoveringWorker

/// The worker's work itself.
actor RecoveryWorker {
    /// How long the first answers of a load may take, in seconds: longer, and the audit says that it was none.
    private static let patience = 30.0

    private let begun: SubscriberTask
    private let engine: any BenchmarkEngine
    private var session: (any EngineSession)?

    /// Makes a worker, which opens nothing yet.
    init(_ begun: SubscriberTask, engine: any BenchmarkEngine) {
        self.begun = begun
        self.engine = engine
    }

    func perform(_ request: RecoveryRequest) async throws {
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
            var announcing = AnnouncingLoad(load, goingOnAfter: begun.appends)
            _ = await announcing.run(AnnouncedSlice(), on: target)
            // It has no end but the kill: whoever comes here has failed.
            let failure = announcing.drain().compactMap(\.record.failure).first ?? "the load came to an end"
            do {
                try Data(failure.utf8).write(to: AcknowledgementJournal.failure(beside: file), options: .atomic)
            } catch {
                standardError("nacre-bench: \(failure), which cannot be written down: \(systemReason(error))")
            }
            hasEnded.raise()
        }
        // Until as many answers have come as there are writers: before, there is no load to be killed under.
        let end = monotonicNanoseconds() + UInt64(Self.patience * 1e9)
        while journal.acknowledged < load.writers, !hasEnded.isRaised, monotonicNanoseconds() < end {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func recover(_ times: String, _ recordPath: String) async throws {
        let load = begun.task.load
        let last = load.writers - 1
        var writer = AnnouncingWriter(
            last, of: load, templates: PayloadTemplates(of: load),
            goingOnAfter: last < begun.appends.count ? begun.appends[last] : 0)
        let start = monotonicNanoseconds()
        let session = try await engine.open(store)
        let opened = monotonicNanoseconds()
        await writer.append(to: session, called: opened)
        let told = writer.drain()
        let answered = told.answered.last ?? monotonicNanoseconds()
        let head = try await session.head()
        try await session.close()
        try WordFile.write([[opened - start, answered - opened, head]], to: URL(fileURLWithPath: times))
        try RecordFile.write([told.record], to: URL(fileURLWithPath: recordPath))
    }
}
