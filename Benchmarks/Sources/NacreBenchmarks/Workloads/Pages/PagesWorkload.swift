import Foundation
import NIOCore
import NIOPosix

/// Pages that browsers hold open, while what they show is changed: round after round on one server.
struct PagesWorkload: RunnableWorkload {
    // BENCH-14: Open pages are measured from the answer to a change to the events of its account's browsers.

    /// The longest delay of 99 of 100 events.
    static let longest: UInt64 = 100_000_000

    /// The share of a page's memory that may be kept when it is closed.
    static let mostKept = 0.1

    let engine: any BenchmarkEngine
    let load: PageLoad

    /// The load as the report shows it.
    let reported: AppendLoad

    let slicing: Slicing

    func run(in context: RunContext) async throws -> [ContenderResult] {
        // One thread makes all requests and reads all events: more would take processors from the server.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let close = { try await group.shutdownGracefully() }
        return try await closing(close) {
            context.progress.note("signing in \(decimal(load.pages)) browsers to \(decimal(load.accounts)) accounts")
            let server = try await ServedEngine.startNacre(in: try context.workspace.makeFolder("served"))
            do {
                let result = try await run(on: server, context, group.next())
                try await server.shutDown()
                return [result]
            } catch {
                await server.kill()
                throw error
            }
        }
    }

    private func run(
        on server: ServerProcess, _ context: RunContext, _ loop: any EventLoop
    ) async throws -> ContenderResult {
        var served = try await ServedPages(load, on: server, loop)
        let close = { [served] in try await served.close() }
        return try await closing(close) {
            var results = PagesResults(engine, load, seconds: slicing.seconds)
            for run in 0...slicing.runs {
                let turn = Turn(run: run, of: slicing.runs)
                await context.workspace.settle()
                let label = results.result.contender.label
                let round = try await context.progress.watching(
                    turn.step(label), SliceBudget(seconds: slicing.seconds, arrivals: load.arrivals)
                ) { watch in
                    try await served.round(seconds: slicing.seconds, watchedBy: watch)
                }
                _ = context.end(turn, eventsPerSecond: round.changesPerSecond, round.audit, in: &results.result)
                results.add(round, isWarmUp: turn.isWarmUp)
            }
            return results.finished()
        }
    }
}
