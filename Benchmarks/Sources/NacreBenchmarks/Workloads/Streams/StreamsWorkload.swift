import Foundation

/// Loading streams drawn at random from a store of many events, one after the other, by one caller.
struct StreamsWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let secondsPerSlice: Double
    let runs: Int

    /// Has every engine in turn load streams, the same ones in the same order.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each engine.
    /// - Throws: Where a store cannot be filled or read.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits)) }
        let stores = try await filler.stores(of: engines, in: workspace, audit: audit, progress: progress)
        for index in results.indices { results[index].audits.append(stores[index].manifest.audit) }
        // One log may be longer than another by what rounding to whole appends gave it.
        let expected = stores.map { StreamContents($0.manifest) }
        await workspace.settle()

        for run in 0...runs {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let engine = engines[index]
                await workspace.settle()
                let session = try await engine.open(stores[index].folder)
                let slice: Slice
                do {
                    slice = try await self.slice(of: session, expected[index], seed: UInt64(run))
                } catch {
                    try? await session.close()
                    throw error
                }
                try await session.close()
                results[index].audits.append(slice.report)
                progress.note(
                    run: run, of: runs, engine.name.rawValue, eventsPerSecond: slice.eventsPerSecond,
                    passed: slice.report.passed)
                guard run > 0 else { continue }
                results[index].eventsPerSecond.append(slice.eventsPerSecond)
                results[index].latencies.record(slice.latencies)
                var recorder = LatencyRecorder()
                recorder.record(slice.latencies)
                if let summary = recorder.summary { results[index].sliceLatencies.append(summary) }
            }
        }
        return results
    }

    private struct Slice {
        var latencies: [UInt64] = []
        var events: UInt64 = 0
        var nanoseconds: UInt64 = 0
        var wrong = AuditFinding()

        var eventsPerSecond: Double { nanoseconds == 0 ? 0 : Double(events) * 1e9 / Double(nanoseconds) }

        var report: AuditReport {
            AuditReport(checks: [wrong.check("every stream loaded has its events, and the known sum of their payloads")]
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
        } while Double(before - start) < secondsPerSlice * 1e9
        slice.nanoseconds = before - start
        return slice
    }
}
