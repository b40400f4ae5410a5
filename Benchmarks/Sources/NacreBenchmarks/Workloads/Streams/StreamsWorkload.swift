import Foundation

/// Loading streams drawn at random from a store of many events, sequentially, by one caller.
struct StreamsWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let slicing: Slicing

    /// Lets every engine in turn load the same streams in the same order.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: context)
        var results = zip(engines, stores).map { ContenderResult($0, on: $1) }
        // Logs may differ in length by the rounding to whole appends.
        let expected = stores.map { $0.manifest.streams }
        await context.workspace.settle()

        for turn in TurnOrder.turns(of: engines.indices, runs: slicing.runs) {
            let (index, engine) = (turn.index, engines[turn.index])
            await context.workspace.settle()
            let slice = try await engine.withSession(stores[index].folder) {
                try await self.slice(of: $0, expected[index], seed: UInt64(turn.run))
            }
            guard
                context.end(
                    turn, engine.name.rawValue, eventsPerSecond: slice.eventsPerSecond, slice.report,
                    in: &results[index])
            else { continue }
            results[index].add(eventsPerSecond: slice.eventsPerSecond, latencies: slice.latencies)
        }
        return results
    }

    private struct Slice {
        var latencies: [UInt64] = []
        var events: UInt64 = 0
        var nanoseconds: UInt64 = 0
        var wrong = AuditFinding()

        var eventsPerSecond: Double { perSecond(events, in: nanoseconds) }

        var report: AuditReport {
            AuditReport(checks: [wrong.check("every loaded stream has its events, and the known sum of their payloads")]
            )
        }
    }

    private func slice(of session: any EngineSession, _ expected: StreamContents, seed: UInt64) async throws -> Slice {
        var random = SplitMix64(seed: filler.task.load.seed ^ seed &* 0x9FB2_1C65_1E98_DF25)
        var slice = Slice()
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            let stream = random.next(below: filler.task.load.streams)
            let found = try await session.load(AppendLoad.streamName(stream))
            let after = monotonicNanoseconds()
            slice.latencies.append(after - before)
            slice.events += found.events
            slice.wrong.expect(
                found == expected[stream],
                "\(AppendLoad.streamName(stream)) has \(expected[stream].events) events, \(found.events) were loaded")
            before = monotonicNanoseconds()
        } while Double(before - start) < slicing.seconds * 1e9
        slice.nanoseconds = before - start
        return slice
    }
}
