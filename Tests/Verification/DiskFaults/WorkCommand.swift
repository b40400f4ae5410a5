import ArgumentParser
import DiskTracing
import Foundation
import Nacre

/// The command `work`, for the command `pages` alone: runs cases with one log, in a process that they may crash.
struct WorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Run some cases with one log.", shouldDisplay: false)

    /// The time limit of a case, far above its duration on a busy machine.
    private static let secondsPerCase: UInt32 = 120

    @Argument var shape: Shape
    @Argument var first: Int
    @Argument var last: Int
    @Option var seed: UInt64
    @Option(help: "The folder of the record.") var recorded: String
    @Option(help: "The folder to work in.") var folder: String

    func run() async throws {
        let history = try PageHistory(in: recorded)
        let pages = try LogPages(of: recorded + "/store/log.mdb", pageSize: history.pageSize)
        let work = try WorkFolder(copying: recorded + "/store", to: folder)
        work.begin()
        let oracle = try await Oracle(of: folder, shape: shape, blocks: pages.blocks)
        try work.restore()
        let workload = ShapeWorkload(shape: shape, seed: seed)
        for number in first...last {
            alarm(Self.secondsPerCase)
            let run = CaseRun(
                number: number, workload: workload, oracle: oracle, pages: pages, history: history, folder: work)
            let result = try await run.run()
            say("result " + String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
            alarm(0)
        }
        try work.expectPristine()
        say("done")
    }
}
