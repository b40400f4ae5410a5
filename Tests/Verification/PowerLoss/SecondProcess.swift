import ArgumentParser
import CDiskRecorder
import ChildProcesses
import DiskTracing
import Foundation
import Nacre
import NacreLMDB

/// Another process that appends to the store of a run and writes the same record.
struct SecondProcess {
    /// The answers to its callers.
    struct Answers: Codable {
        let known: Workload.Known
        let projectionFailures: [String]
        let journal: JournalUses
    }

    private let process: ChildProcess

    /// Starts it with the tasks from a first one on; the shared record has begun.
    init(_ workload: Workload, from first: Int, to path: String, record: String) async throws {
        process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
            ["beside-run", path, record, "\(workload.tasks)", "\(first)", workload.journal.rawValue])
    }

    /// Waits until it has ended.
    func answers() async throws -> Answers {
        let text = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else { throw Loss("the other process has died: \(ending)") }
        return try JSONDecoder().decode(Answers.self, from: text)
    }
}

/// The command `beside-run`, for the command `images` alone.
struct BesideRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beside-run", abstract: "Append to a store beside another process.", shouldDisplay: false)

    @Argument var path: String
    @Argument var record: String
    @Argument var tasks: Int
    @Argument var first: Int
    @Argument var journal: JournalMode

    func run() async throws {
        disk_recorder_share(record, 0)
        let answers = try await appended()
        if let failure = answers.allFailures.first { throw Loss("an append failed: \(failure)") }
        try printJSON(
            SecondProcess.Answers(
                known: Workload.Known(answers), projectionFailures: answers.projectionFailures, journal: answers.journal
            ))
    }

    /// Opens the store several times if the other process is to use the journal in between.
    private func appended() async throws -> Workload.Answers {
        let answers = Workload.AnswerLog()
        var workload = Workload(tasks: tasks, share: first..<tasks)
        workload.journal = journal
        let all = workload.commitsPerTask
        for limit in journal == .unused ? [all] : [all / 4, all / 2, all] {
            workload.commitsPerTask = limit
            try await workload.run(in: path, .full, collecting: answers)
            if limit < all { try await Task.sleep(for: .milliseconds(40)) }
        }
        return answers.all
    }
}

extension JournalMode: ExpressibleByArgument {}
