import NIOCore
import NIOPosix

/// The same API served from several engines, phase after phase in short slices.
///
/// Each engine's server runs in a process of its own from the first round to the last, and is suspended while others
/// are measured: its store grows, as it does in use.
struct ServeWorkload: RunnableWorkload {
    // BENCH-13: The served kernel is compared with a server that does the same work on SQLite.

    let engines: [any BenchmarkEngine]
    let load: ServedLoad

    /// The load as the report shows it.
    let reported: AppendLoad

    let slicing: Slicing

    /// One result for each engine in each phase.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        // One thread makes all requests: more would take processors from the servers.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let close = { try await group.shutdownGracefully() }
        return try await closing(close) {
            var stores: [ServedStore] = []
            do {
                return try await run(&stores, in: context, group.next())
            } catch {
                for store in stores { await store.server.kill() }
                throw error
            }
        }
    }

    private func run(
        _ stores: inout [ServedStore], in context: RunContext, _ loop: any EventLoop
    ) async throws -> [ContenderResult] {
        for engine in engines {
            context.progress.note("\(engine.name.rawValue): signing in, and creating \(decimal(load.items)) items")
            let folder = try context.workspace.makeFolder("served")
            stores.append(try await ServedStore(engine.name, load, in: folder, loop))
        }
        let phases = load.phases(seconds: slicing.seconds)
        var results = phases.map { phase in engines.map { ServedResults($0, phase, reported: reported) } }
        let turns = TurnOrder.turns(runs: slicing.runs) { round in
            phases.indices.flatMap { phase in
                TurnOrder.turns(of: engines.indices, inRound: round).map { phase * engines.count + $0 }
            }
        }
        for turn in turns {
            let (phase, engine) = turn.index.quotientAndRemainder(dividingBy: engines.count)
            let label = results[phase][engine].result.contender.label
            let requests = phases[phase].load
            await context.workspace.settle()
            let slice = try await context.progress.watching(
                turn.step(label), SliceBudget(seconds: requests.seconds, arrivals: requests.arrivals)
            ) { watch in
                try await stores[engine].run(requests, watchedBy: watch)
            }
            context.progress.note(
                turn, label, eventsPerSecond: slice.requests.perSecond, passed: slice.requests.failures.isEmpty)
            if !turn.isWarmUp { results[phase][engine].add(slice, intervalSeconds: slicing.intervalSeconds) }
        }
        var reports: [AuditReport] = []
        for store in stores { reports.append(try await store.finish()) }
        return results.flatMap { zip($0, reports).map { $0.finished($1) } }
    }
}
