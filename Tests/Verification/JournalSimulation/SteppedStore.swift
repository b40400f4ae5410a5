import DomainKit
import LMDB
import Nacre

@testable import NacreLMDB

/// An open store without threads: each step of its writer and of its journal's thread is a call.
final class SteppedStore {
    let files: OpenedFiles
    let journaling: Journaling
    private let queue: AppendQueue
    private let writer: LogWriter
    private let lookup: EventLookup

    /// Opens a store, which recovers its journal.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - presence: The registration, after which no other opening owned the journal.
    ///   - options: How the store is opened.
    /// - Throws: As ``LMDBEventStore/open(at:options:)``.
    init(_ folder: StoreFolder, _ presence: StorePresence, _ options: LMDBEventStore.Options) throws {
        let observer = StoreObserver(options, store: folder.path)
        files = try OpenedFiles(folder, presence, isWritable: true, options, observer)
        let queue = AppendQueue(isTimed: false, resumptionLimit: options.journal.resumptionLimit)
        journaling = Journaling(
            files.environment, presence, of: files.header.id, at: files.folder.journal, policy: options.journal,
            observer: observer
        ) { queue.interrupt() }
        self.queue = queue
        lookup = EventLookup(index: files.indexing.index, tail: files.indexing.tail, storeID: files.header.id)
        writer = LogWriter(
            environment: files.environment, isDurable: true, queue: queue,
            completions: CompletionDispatcher(metrics: nil), tail: files.indexing.tail, indexing: files.indexing,
            head: HeadSignal(pollInterval: options.pollInterval), observer: observer, journaling: journaling,
            writer: GroupWriter(
                lookup: lookup, header: files.header, timeSource: options.timeSource,
                pageSize: files.environment.pageSize))
    }

    /// A letter for the stage of the journal's use.
    var stage: Character {
        journaling.state.withLock { state in
            switch state.phase {
            case .unused: "o"
            case .wanted: "w"
            case .prepared: "p"
            case .inUse, .ending: "u"
            case .ended: "e"
            }
        }
    }

    /// Appends as a group of its own.
    ///
    /// - Returns: The positions; `repeated` if they were in the log before; `refused` with the code and the outcome.
    func append(_ commit: Commit) -> String {
        do {
            let now = Instant(nanosecondsSince1970: 1, decimals: 9)
            let request = AppendRequest(PreparedCommit(commit, now: now), guardWeight: commit.guardWeight)
            guard try queue.reserveAtOnce(request.byteCount) else { return "refused full notWritten" }
            writer.seat.group = TakenGroup([request])
            writer.writeTaken()
            let result = try request.result()
            let positions = "\(result.positions.first ?? 0) \(result.positions.last ?? 0)"
            if case .repeated = request.answer { return "repeated " + positions }
            return "appended " + positions
        } catch let error as EventStoreError {
            return "refused \(error.code) \(error.outcome == .unknown ? "unknown" : "notWritten") \(error.message)"
        } catch {
            return "refused \(error)"
        }
    }

    /// Lets the writer do what is due without a request: end the use of the journal.
    func wakeWriter() {
        writer.seat.group = TakenGroup()
        writer.writeTaken()
    }

    /// Does a step of the journal's thread, if its rules allow it now.
    ///
    /// - Returns: Whether it was done.
    func perform(_ step: Journaling.Step) -> Bool {
        let isDue = journaling.state.withLock { state in
            let isDue =
                switch (state.phase, step) {
                case (.wanted, .prepare), (.inUse, .look), (.prepared, .look): true
                case (.inUse, .drain): state.drainFailure == nil
                default: false
                }
            if isDue { state.isAtWork = true }
            return isDue
        }
        return isDue && journaling.perform(step)
    }

    /// Closes the store in the order of ``LMDBEventStore/close()``.
    func close() {
        queue.close()
        writer.endJournal()
        journaling.close()
        _ = journaling.perform(.stop)
        files.indexing.index.close()
        files.environment.close()
        files.presence.close()
    }

    // MARK: Reading

    /// The log as text, one part for each event.
    func log() throws -> String {
        try files.environment.withSnapshot { (log) in try Self.text(of: &log) }
    }

    /// The log as text.
    static func text(of log: inout LogSnapshot) throws -> String {
        let head = try log.head()
        guard head > 0 else { return "" }
        return try (1...head).map { position in
            let event = try log.record(at: position).recordedEvent()
            guard event.position == position else { throw Inconsistent("position \(event.position) at \(position)") }
            return SimulatedEvent.text(of: event)
        }.joined(separator: ";")
    }

    /// Compares the versions of streams, and the events with some ids, with the log.
    ///
    /// - Returns: The log as text.
    func lookups() throws -> String {
        try files.indexing.blockingLookup {
            try files.environment.withSnapshot { (log) in
                let head = try log.head()
                return try lookup.run(in: &log, head: head) { (snapshot, log) in
                    var versions: [StreamName: StreamVersion] = [:]
                    for position in 1..<(head + 1) {
                        let event = try log.record(at: position).recordedEvent()
                        versions[event.stream] = event.version
                        let found = try lookup.record(withID: event.id, upTo: head, in: snapshot, log: &log)
                        guard found?.recordedEvent().position == position else {
                            throw Inconsistent("the event at \(position) is not found by its id")
                        }
                    }
                    for (stream, version) in versions {
                        let found = try lookup.version(of: StreamKey(stream), upTo: head, in: snapshot, log: &log)
                        guard found == version else {
                            throw Inconsistent("\(stream) is looked up at \(found), and is at \(version)")
                        }
                    }
                    return try Self.text(of: &log)
                }
            }
        }
    }
}

/// What two ways to read a log do not agree on.
struct Inconsistent: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A clock that stands still: nothing in a run depends on the time.
struct StandingClock: TimeSource {
    func now() -> Instant { Instant(nanosecondsSince1970: 1_800_000_000_000_000_000, decimals: 9) }
}
