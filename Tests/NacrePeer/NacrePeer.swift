import Foundation
import InMemoryLogging
import LMDB
import Logging
import Nacre
import NacreLMDB
import PeerMessages

/// A second process for the tests: opens the store named by its argument, runs the job on its standard input, and
/// answers on its standard output.
@main struct NacrePeer {
    static func main() async throws {
        let settings = try PeerSettings(CommandLine.arguments)
        let job = try JSONDecoder().decode(
            PeerJob.self, from: try FileHandle.standardInput.readToEnd() ?? Data())
        try settings.apply()
        switch job {
        case .present(let steps): return try PresenceSteps(folder: settings.store).run(steps)
        case .contendForJournal(let threads, let milliseconds):
            let contest = try PresenceContest(folder: settings.store)
            return try PeerAnswer.write(contest.run(threads: threads, for: .milliseconds(milliseconds)))
        case .openWithLibrary(let file): return try LibraryProgram(file: settings.store + "/" + file).run()
        default: break
        }
        do {
            let log = InMemoryLogHandler()
            var options = settings.options
            options.logger = Logger(label: "peer", factory: { _ in log })
            let store = try await LMDBEventStore.open(at: settings.store, options: options)
            try await run(job, on: store, settings, log)
            await store.close()
        } catch let error as EventStoreError {
            try PeerAnswer.write(PeerAnswer(error))
        }
    }

    private static func run(
        _ job: PeerJob, on store: LMDBEventStore, _ settings: PeerSettings, _ log: InMemoryLogHandler
    ) async throws {
        switch job {
        case .append(let commit):
            try PeerAnswer.write(PeerAnswer(try await store.append(commit.commit)))
        case .read(let stream):
            try PeerAnswer.write(try await store.read(StreamName(stream)).collect().map(PeerEvent.init))
        case .contend(let name, let events):
            try PeerAnswer.write(try await VersionContest(store: store, name: name).run(events: events))
        case .claim(let name, let tags):
            try PeerAnswer.write(try await TagContest(store: store, name: name).run(tags: tags))
        case .open:
            let head = try await store.head()
            try PeerAnswer.write(PeerAnswer(AppendResult(firstPosition: head, lastPosition: head, streams: [])))
        case .fill(let stream, let events, let bytes):
            try PeerAnswer.write(PeerAnswer(try await fill(store, StreamName(stream), events, bytes)))
        case .announce(let events):
            try await Announcer(store: store, eventsPerBatch: events).run()
        case .project(let batch):
            let position = try await ProjectionRun(store: store).run(batch: batch)
            try PeerAnswer.write(PeerAnswer(AppendResult(firstPosition: position, lastPosition: position, streams: [])))
        case .announceProjecting(let batch, let schemaVersion, let rebuilds):
            try await ProjectionRun(store: store).announce(
                batch: batch, schemaVersion: schemaVersion, rebuilds: rebuilds)
        case .dieCopying(let path):
            try await store.backup(to: path) { position, head in
                if position >= head / 2 { kill(getpid(), SIGKILL) }
            }
        case .dieReading(let isFillingTable):
            try dieReading(log: settings.store + "/log.mdb", fillingTable: isFillingTable)
        case .stop(let hold, let file):
            try ProcessStop(file: settings.store + "/" + file).run(hold)
        case .reopen(let times, let commits):
            await store.close()
            try PeerAnswer.write(
                try await ReopeningCheck(path: settings.store, options: settings.options, commits: commits)
                    .run(times: times))
        case .takeTurns(let worker, let workers, let rounds):
            await store.close()
            let turns = try TakingTurns(
                path: settings.store, options: settings.options, worker: worker, workers: workers)
            try PeerAnswer.write(try await turns.run(rounds: rounds))
        case .confirmRestored:
            await store.close()
            let head = try await settings.engine.confirmRestored().head
            try PeerAnswer.write(PeerAnswer(AppendResult(firstPosition: head, lastPosition: head, streams: [])))
        case .exhaustDisk(let writers):
            try PeerAnswer.write(try await DiskExhaustion(store: store, log: log, writers: writers).run())
        case .present, .contendForJournal, .openWithLibrary:
            preconditionFailure("a job without a store")
        }
    }

    private static func dieReading(log path: String, fillingTable isFillingTable: Bool) throws {
        // The environment that the store uses: a process opens a file once.
        let log = try Environment.open(at: path, options: Environment.Options())
        func read() throws {
            try log.read { (_) in
                // The last read finds no free slot.
                if isFillingTable { try? read() }
                _ = kill(getpid(), SIGKILL)
            }
        }
        try read()
    }

    private static func fill(
        _ store: LMDBEventStore, _ stream: StreamName, _ events: Int, _ bytes: Int
    ) async throws -> AppendResult {
        var last = AppendResult(firstPosition: 0, lastPosition: 0, streams: [])
        for number in 1...events {
            let data = [UInt8](repeating: UInt8(number & 0xFF), count: bytes)
            last = try await store.append(
                [EventData(type: "Filled", data: data)], to: stream, expecting: .exact(StreamVersion(number - 1)))
        }
        return last
    }
}
