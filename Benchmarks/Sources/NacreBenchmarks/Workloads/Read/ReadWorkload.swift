import Foundation

/// Single reads by concurrent readers, each kind by itself, engine after engine in short slices, from a store that was
/// filled outside the clock.
struct ReadWorkload: Sendable {
    let engines: [any BenchmarkEngine]

    /// Fills the stores, with labels.
    let filler: StoreFiller
    let load: ReadLoad
    let secondsPerSlice: Double
    let runs: Int

    /// Seconds of an interval in the series over time.
    var intervalSeconds = 1.0

    /// A store that one engine reads, and what it is to read there.
    private struct Place {
        let folder: URL
        let samples: [[ReadSamples.Sample]]
    }

    /// Measures every kind with every engine in turn, as many times as there are runs, after one warm-up that is left out.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each engine and kind, those of a kind together.
    /// - Throws: Where a store cannot be filled, copied or opened.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: workspace, audit: audit, progress: progress)
        var results = load.kinds.map { kind in engines.map { result($0, kind) } }
        var rates = [[[Double]]](
            repeating: [[Double]](repeating: [], count: engines.count), count: load.kinds.count)
        var figures = load.kinds.map { _ in engines.map { _ in LoadFigures() } }
        let budget = SliceBudget(
            seconds: secondsPerSlice, calls: load.reads.map { .init(count: $0, name: "reads") })
        var places: [Place] = []
        for (index, engine) in engines.enumerated() {
            let (place, report) = try await self.place(of: engine, stores[index], in: workspace, audit, progress)
            places.append(place)
            for kind in load.kinds.indices { results[kind][index].audits += [stores[index].manifest.audit, report] }
        }
        await workspace.settle()
        for run in 0...runs {
            for kind in load.kinds.indices {
                for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                    let engine = engines[index]
                    await workspace.settle()
                    let place = places[index]
                    let step = Progress.step(run: run, of: runs, results[kind][index].contender.label)
                    let slice = try await progress.watching(step, budget) { watch in
                        try await engine.withSession(place.folder) { session in
                            await ReadSlice.run(
                                place.samples[kind], load, seconds: secondsPerSlice, seed: UInt64(run), on: session,
                                watchedBy: watch)
                        }
                    }
                    results[kind][index].audits.append(slice.report)
                    progress.note(
                        run: run, of: runs, results[kind][index].contender.label,
                        eventsPerSecond: slice.perSecond(slice.events), passed: slice.report.passed)
                    guard run > 0 else { continue }
                    rates[kind][index].append(slice.perSecond(slice.reads))
                    results[kind][index].add(slice, intervalSeconds: intervalSeconds)
                    figures[kind][index].add(slice)
                }
            }
        }
        for kind in load.kinds.indices {
            for index in engines.indices {
                results[kind][index].note("reads", medianOf: rates[kind][index], .perSecond)
                figures[kind][index].note(in: &results[kind][index])
            }
        }
        return results.flatMap(\.self)
    }

    private func result(_ engine: any BenchmarkEngine, _ kind: ReadKind) -> ContenderResult {
        let name = load.name(of: kind)
        return ContenderResult(
            Contender(
                engine: engine, rule: .whatWaits, variant: .init(name: name, load: filler.task.load),
                contest: .init(name: name)))
    }

    /// Copies a store for an engine, finds out what every read of it must show, and has it answer one of each kind: an
    /// engine that makes an index when it is first asked for does it now.
    private func place(
        of engine: any BenchmarkEngine, _ store: FilledStore, in workspace: Workspace, _ audit: SliceAudit,
        _ progress: Progress
    ) async throws -> (place: Place, report: AuditReport) {
        progress.note("finding out what every read through \(engine.name.rawValue) must show")
        var folder = store.folder
        // Reading may make an index, which a store that is kept for other calls is not to have.
        if engine.abilities.contains(.files) {
            folder = try workspace.makeFolder("read")
            try await onDedicatedThread { [folder] in try store.copyFiles(to: folder) }
        }
        let filled = store.manifest
        let auditor = AttemptAuditor(
            records: [], eventsPerAppend: 1,
            templates: PayloadTemplates(of: filled.load),
            filling: .init(writers: filled.load.writers, contents: filled.contents))
        var samples = ReadSamples(load, of: filled)
        let report = await audit.run(folder, of: engine, auditor: auditor) { samples.observe($0) }
        let drawn = try load.kinds.map { try samples.samples(of: $0) }
        try await engine.withSession(folder) { session in
            for case let sample? in drawn.map(\.first) { _ = try await session.read(sample.request) }
        }
        return (Place(folder: folder, samples: drawn), report)
    }
}

extension ContenderResult {
    /// Adds what a slice of reads measured.
    fileprivate mutating func add(_ slice: ReadSlice, intervalSeconds: Double) {
        intervals.append(slice.intervals(ofSeconds: intervalSeconds))
        var recorder = LatencyRecorder()
        recorder.record(slice.latencies)
        eventsPerSecond.append(slice.perSecond(slice.events))
        latencies.record(slice.latencies)
        if let summary = recorder.summary { sliceLatencies.append(summary) }
    }
}

extension LoadFigures {
    /// Adds what a slice of reads shows.
    fileprivate mutating func add(_ slice: ReadSlice) {
        add(sharesOfEach: slice.records.map(\.answers.latencies.count), "reader")
        add(slice.use, events: slice.events, payloadBytes: 0)
        add(slice.records.lazy.flatMap(\.failures), of: "reads")
    }
}
