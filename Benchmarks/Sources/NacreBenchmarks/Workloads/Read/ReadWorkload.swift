import Foundation

/// Single reads by concurrent readers, each kind separately, engine after engine in short slices.
///
/// The store was filled outside the measured time.
struct ReadWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]

    let filler: StoreFiller
    let load: ReadLoad
    let slicing: Slicing

    private struct Place {
        let folder: URL
        let samples: [[ReadSamples.Sample]]
    }

    /// One result for each engine and kind, grouped by kind.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: context)
        var results = load.kinds.map { kind in engines.map { result($0, kind) } }
        var figures = load.kinds.map { _ in engines.map { _ in LoadFigures() } }
        let budget = SliceBudget(
            seconds: slicing.seconds, calls: load.reads.map { .init(count: $0, name: "reads") })
        var places: [Place] = []
        for (index, engine) in engines.enumerated() {
            let (place, report) = try await self.place(of: engine, stores[index], in: context)
            places.append(place)
            for kind in load.kinds.indices { results[kind][index].audits += [stores[index].manifest.audit, report] }
        }
        await context.workspace.settle()
        for run in 0...slicing.runs {
            for kind in load.kinds.indices {
                for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                    await context.workspace.settle()
                    let (turn, place) = (Turn(run: run, of: slicing.runs), places[index])
                    let step = turn.step(results[kind][index].contender.label)
                    let slice = try await context.progress.watching(step, budget) { watch in
                        try await engines[index].withSession(place.folder) { session in
                            await ReadSlice.run(
                                place.samples[kind], load, seconds: slicing.seconds, seed: UInt64(run), on: session,
                                watchedBy: watch)
                        }
                    }
                    let rate = slice.perSecond(slice.events)
                    guard context.end(turn, eventsPerSecond: rate, slice.report, in: &results[kind][index])
                    else { continue }
                    results[kind][index].add(
                        eventsPerSecond: rate, latencies: slice.latencies,
                        intervals: slice.intervals(ofSeconds: slicing.intervalSeconds))
                    figures[kind][index].add(slice)
                }
            }
        }
        for kind in load.kinds.indices {
            for index in engines.indices { figures[kind][index].note(in: &results[kind][index]) }
        }
        return results.flatMap(\.self)
    }

    private func result(_ engine: any BenchmarkEngine, _ kind: ReadKind) -> ContenderResult {
        let name = load.name(of: kind)
        return ContenderResult(
            engine, variant: .init(name: name, load: filler.task.load), contest: .init(name: name))
    }

    /// Copies a store for an engine, computes the expected results, and makes one read of each kind.
    ///
    /// An engine that creates an index on first use does so now.
    private func place(
        of engine: any BenchmarkEngine, _ store: FilledStore, in context: RunContext
    ) async throws -> (place: Place, report: AuditReport) {
        context.progress.note("computing the expected results of reads through \(engine.name.rawValue)")
        var folder = store.folder
        // Reading may create an index, which a store kept for other commands must not have.
        if engine.abilities.contains(.files) {
            folder = try context.workspace.makeFolder("read")
            try await onDedicatedThread { [folder] in try store.copyFiles(to: folder) }
        }
        let filled = store.manifest
        let auditor = AttemptAuditor(
            records: [], eventsPerAppend: 1,
            templates: PayloadTemplates(of: filled.load),
            filling: .init(writers: filled.load.writers, contents: filled.contents))
        var samples = ReadSamples(load, of: filled.load, filled.contents, topics: filled.topics)
        let report = await context.audit.run(folder, of: engine, auditor: auditor) { samples.observe($0) }
        let drawn = try load.kinds.map { try samples.samples(of: $0) }
        try await engine.withSession(folder) { session in
            for case let sample? in drawn.map(\.first) { _ = try await session.read(sample.request) }
        }
        return (Place(folder: folder, samples: drawn), report)
    }
}

extension LoadFigures {
    fileprivate mutating func add(_ slice: ReadSlice) {
        add("reads", slice.perSecond(slice.reads), .perSecond)
        add(sharesOfEach: slice.records.map(\.answers.latencies.count), "reader")
        add(slice.use, events: slice.events, payloadBytes: 0)
        add(slice.records.lazy.flatMap(\.failed), of: "reads")
    }
}
