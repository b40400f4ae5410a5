import ArgumentParser
import ChildProcesses
import DiskTracing
import Foundation
import Nacre
import NacreLMDB
import TestFolders

/// The command `opening`.
struct OpeningCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opening",
        abstract: "Kill a store whose journal holds many events, and time the next opening.",
        discussion: """
            Nothing is drained before the kill, so the opening finds all of it in the journal. It returns when LMDB \
            has the events durably. Prints one JSON object, with times in milliseconds; exits with 1 if an event is \
            missing.
            """)

    @Option(help: "How many bytes the journal holds, in MiB.")
    var mebibytes = 16

    @Option(help: "How often a store is killed and opened.")
    var rounds = 15

    @Option(help: "The folder for the stores, on the disk that is measured.")
    var directory: String

    private struct Report: Codable {
        let pendingBytes: Int
        let events: UInt64
        let median: Double
        let longest: Double
        let times: [Double]
    }

    func validate() throws {
        guard (1...32).contains(mebibytes), rounds > 0 else {
            throw ValidationError("--mebibytes is 1 to 32, and --rounds at least 1")
        }
    }

    func run() async throws {
        var times: [Double] = []
        var filled = OpeningFillCommand.Filled(pendingBytes: 0, events: 0)
        for round in 1...rounds {
            let store = "\(directory)/opening-\(round).nacre"
            filled = try await fill(store)
            let clock = ContinuousClock()
            let begun = clock.now
            let opened = try await LMDBEventStore.open(at: store)
            times.append((clock.now - begun) / .milliseconds(1))
            let head = try await opened.head()
            await opened.close()
            guard head == filled.events else { throw Loss("the log ends at \(head), not at \(filled.events)") }
            try FileManager.default.removeItem(atPath: store)
        }
        times.sort()
        try printJSON(
            Report(
                pendingBytes: filled.pendingBytes, events: filled.events, median: times[times.count / 2],
                longest: times[times.count - 1], times: times))
    }

    /// Fills a store in a process that kills itself.
    private func fill(_ store: String) async throws -> OpeningFillCommand.Filled {
        let process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), ["opening-fill", store, "\(mebibytes << 20)"])
        let text = try await process.output()
        let ending = try await process.ending()
        guard ending == .signal(SIGKILL) else { throw Loss("the process that fills the store has ended: \(ending)") }
        return try JSONDecoder().decode(OpeningFillCommand.Filled.self, from: text)
    }
}

/// The command `opening-fill`, for the command `opening` alone.
struct OpeningFillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opening-fill", abstract: "Append until the journal holds enough, and die.", shouldDisplay: false)

    /// What is in the store.
    struct Filled: Codable {
        var pendingBytes: Int
        var events: UInt64
    }

    @Argument var store: String
    @Argument var byteCount: Int

    func run() async throws {
        var options = LMDBEventStore.Options()
        options.journal.busyTime = 0
        options.journal.pausesWhileBuilding = false
        options.journal.idleTime = .max / 2
        options.journal.drainInterval = .max / 2
        options.journal.drainBytes = .max
        options.journal.pendingBytes = .max
        let opened = try await LMDBEventStore.open(at: store, options: options)
        var filled = Filled(pendingBytes: 0, events: 0)
        while filled.pendingBytes < byteCount {
            let events = (0..<100).map { _ in
                EventData(type: "Filled", data: (0..<256).map { _ in UInt8.random(in: .min ... .max) })
            }
            filled.events = try await opened.append(events, to: "filled-\(filled.events % 1_000)").lastPosition
            filled.pendingBytes = opened.journalStatistics?.pendingBytes ?? 0
        }
        try printJSON(filled)
        fflush(nil)
        kill(getpid(), SIGKILL)
    }
}
