import Foundation

/// Opening a store of many events whose index is a full tail behind its log, to the end of the first read.
struct OpeningWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let runs: Int
    let coldRuns: Int

    /// Has every engine in turn open its store, warm; then, where asked, with the system's memory of it dropped.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every opening.
    /// - Returns: One result for each engine.
    /// - Throws: Where a store cannot be filled or opened.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits)) }
        let stores = try await filler.stores(of: engines, in: workspace, audit: audit, progress: progress)
        for index in results.indices { results[index].audits.append(stores[index].manifest.audit) }
        let expected = stores.map { StreamContents($0.manifest) }
        for run in 0...runs {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let engine = engines[index]
                try await onDedicatedThread { [store = stores[index]] in try store.holdIndexBack() }
                await workspace.settle()
                let opening = try await open(stores[index], engine, expected[index], run: run)
                results[index].audits.append(opening.report)
                progress.note("run \(run)  \(engine.name.rawValue)  \(duration(nanoseconds: opening.nanoseconds))")
                if run > 0 { results[index].add(slice: [opening.nanoseconds]) }
            }
        }
        for index in results.indices { noteWarm(&results[index], tail: stores[index].manifest.eventsBehindIndex) }
        try await openCold(stores, expected, &results, workspace, progress)
        return results
    }

    private func noteWarm(_ result: inout ContenderResult, tail: Int) {
        guard let summary = result.latencies.summary else { return }
        result.note("events behind the index", Double(tail), .count)
        result.note("warm, median", Double(summary.p50), .nanoseconds)
        result.note("warm, longest", Double(summary.max), .nanoseconds)
    }

    private func openCold(
        _ stores: [FilledStore], _ expected: [StreamContents], _ results: inout [ContenderResult],
        _ workspace: Workspace, _ progress: Progress
    ) async throws {
        var cold = engines.map { _ in LatencyRecorder() }
        for run in 0..<coldRuns {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let engine = engines[index]
                try await onDedicatedThread { [store = stores[index]] in try store.holdIndexBack() }
                await workspace.settle()
                let folder = stores[index].folder
                try await onDedicatedThread { try PageCache.drop(folder) }
                let opening = try await open(stores[index], engine, expected[index], run: run)
                results[index].audits.append(opening.report)
                cold[index].record([opening.nanoseconds])
                progress.note("cold  \(engine.name.rawValue)  \(duration(nanoseconds: opening.nanoseconds))")
            }
        }
        for (index, recorder) in cold.enumerated() {
            guard let summary = recorder.summary else { continue }
            results[index].note("cold, median", Double(summary.p50), .nanoseconds)
            results[index].note("cold, longest", Double(summary.max), .nanoseconds)
        }
    }

    private func open(
        _ store: FilledStore, _ engine: any BenchmarkEngine, _ expected: StreamContents, run: Int
    ) async throws -> (nanoseconds: UInt64, report: AuditReport) {
        var random = SplitMix64(seed: filler.task.load.seed &+ UInt64(run))
        let stream = random.next(below: filler.task.load.streams)
        let name = AppendLoad.streamName(stream)
        let start = monotonicNanoseconds()
        let session = try await engine.open(store.folder)
        let found: LogContents
        let nanoseconds: UInt64
        let head: UInt64
        do {
            found = try await session.load(name)
            nanoseconds = monotonicNanoseconds() - start
            head = try await session.head()
        } catch {
            try? await session.close()
            throw error
        }
        try await session.close()
        var report = AuditReport(checks: [])
        report.add(
            "the first read of an opened store finds the whole stream", passed: found == expected[stream],
            detail: "\(name) has \(expected[stream].events) events, \(found.events) were loaded")
        report.add(
            "an opened store ends where it was closed", passed: head == store.manifest.contents.events,
            detail: "its head is \(head), the log has \(store.manifest.contents.events) events")
        return (nanoseconds, report)
    }
}
