import Foundation

/// Fills one store of each engine to many events, in alternating turns that continue each store.
///
/// Every engine works in a process of its own, which is suspended during other engines' turns: its store's background
/// work, such as an index merge, is done in its own turns and on its own time. Both stores hold the same number of
/// events whenever their rates are compared.
struct FillWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let load: AppendLoad
    let events: Int
    let turns: Int
    let task: WorkerTask
    let makeWorker: WorkerMaker

    /// The number of turns after which the writers' records are drained.
    private static let turnsBetweenDrains = 5

    private struct Filling {
        var result: ContenderResult
        var folder: URL
        var worker: any Worker
        var sampler = MemorySampler()
        var times: [UInt64] = []
        var probes: [UInt64] = []
        var counts: [Int] = []
        /// The writers' answers, without the latencies, which are in the result.
        var records: [WriterRecord]
        var indexing: UInt64 = 0
        var indexLag: UInt64?
        var processBytes: UInt64?
        var deviceBytes: UInt64? = 0
    }

    func run(in context: RunContext) async throws -> [ContenderResult] {
        let workspace = context.workspace
        var fillings: [Filling] = []
        do {
            for engine in engines {
                let folder = try workspace.makeFolder("store-\(engine.name.rawValue)")
                fillings.append(
                    Filling(
                        result: ContenderResult(engine), folder: folder,
                        worker: try await makeWorker(task.on(folder, of: engine, load: load)),
                        records: load.emptyRecords))
            }
            for index in fillings.indices { fillings[index].worker.pause() }
            for turn in 1...turns {
                for index in TurnOrder.turns(of: fillings.indices, inRound: turn - 1) {
                    try await take(Turn(run: turn, of: turns), &fillings[index], context)
                    // Otherwise the writers' records would count as memory of the engine.
                    if turn % Self.turnsBetweenDrains == 0 {
                        let worker = fillings[index].worker
                        try await take(recordsOf: &fillings[index], workspace) { .drain(records: $0) }
                        worker.pause()
                    }
                }
            }
            for index in fillings.indices { try await finish(&fillings[index], context) }
        } catch {
            for filling in fillings { await filling.worker.dismiss() }
            throw error
        }
        return fillings.map(\.result)
    }

    private func take(_ turn: Turn, _ filling: inout Filling, _ context: RunContext) async throws {
        let workspace = context.workspace
        let count = events * turn.run / turns - events * (turn.run - 1) / turns
        let device = ProcessCounters.bytesWritten(toDeviceOf: filling.folder)
        let worker = filling.worker
        let step = context.progress.shown(turn.step(filling.result.contender.label))
        let reply = try await filling.sampler.during(worker.processID) {
            try await worker.perform(
                .append(SliceBudget(seconds: nil, events: count), untilIndexed: turn.run == turns, step: step))
        }
        worker.pause()
        // Data in the page cache that is not yet written belongs to this turn too.
        await workspace.settle()
        let after = ProcessCounters.bytesWritten(toDeviceOf: filling.folder)
        filling.deviceBytes = zip(filling.deviceBytes, zip(after, device).map { $0 - $1 }).map { $0 + $1 }
        filling.processBytes = ProcessCounters.bytesWritten(by: worker.processID)
        filling.times.append(reply.nanoseconds)
        filling.probes.append(try await onDedicatedThread { try DiskProbe.commits(in: workspace.folder) })
        filling.counts.append(reply.events)
        filling.indexing += reply.indexingNanoseconds
        filling.indexLag = reply.indexLag
        let rate = perSecond(reply.events, in: reply.nanoseconds)
        filling.result.eventsPerSecond.append(rate)
        context.progress.note(turn, filling.result.contender.label, eventsPerSecond: rate, passed: true)
    }

    @discardableResult
    private func take(
        recordsOf filling: inout Filling, _ workspace: Workspace, _ request: (_ path: String) -> WorkerRequest
    ) async throws -> WorkerReply {
        let file = workspace.newFile("records")
        let reply = try await filling.worker.perform(request(file.path))
        let records = try RecordFile.read(file)
        try FileManager.default.removeItem(at: file)
        for record in records { filling.result.latencies.record(record.latencies) }
        filling.records.goOn(with: records)
        return reply
    }

    private func finish(_ filling: inout Filling, _ context: RunContext) async throws {
        let reply = try await take(recordsOf: &filling, context.workspace) { .finish(records: $0) }
        await filling.worker.dismiss()
        if let groups = reply.groups { filling.result.groups.append(groups) }
        filling.result.memory = filling.sampler.samples
        filling.result.judgeMemory(events: events)
        filling.result.storage = StorageFigures(
            payloadBytes: UInt64(reply.events * load.payloadBytes), files: StorageFigures.files(in: filling.folder),
            processBytesWritten: filling.processBytes, deviceBytesWritten: filling.deviceBytes)
        noteRates(&filling)
        let engine = filling.result.contender.engine
        let audited = await context.audit.run(filling.folder, of: engine, load: load, records: filling.records)
        filling.result.audits.append(audited.report)
        filling.result.audits.append(AuditReport(indexLag: filling.indexLag))
        try FileManager.default.removeItem(at: filling.folder)
    }

    private func noteRates(_ filling: inout Filling) {
        let total = filling.times.reduce(0, +)
        filling.result.note("all", perSecond(filling.counts.reduce(0, +), in: total), .eventsPerSecond)
        filling.result.note("waiting for the index at the end", Double(filling.indexing), .nanoseconds)
        if let lag = filling.indexLag { filling.result.note("events behind the index at the end", Double(lag), .count) }
        guard turns >= 10 else { return }
        let probed = filling.times.indices.map { _ in DiskProbe.Commits.count * DiskProbe.Commits.bytes }
        noteTenths("", filling.counts, filling.times, .eventsPerSecond, &filling)
        noteTenths("the disk by itself, ", probed, filling.probes, .bytesPerSecond, &filling)
    }

    /// Records the rate of every tenth of the turns, and the last one's as a fraction of the first one's.
    private func noteTenths(
        _ prefix: String, _ counts: [Int], _ times: [UInt64], _ unit: Figure.Unit, _ filling: inout Filling
    ) {
        let tenths = (0..<10).map { tenth in
            let range = turns * tenth / 10..<turns * (tenth + 1) / 10
            return perSecond(counts[range].reduce(0, +), in: times[range].reduce(0, +))
        }
        for (tenth, rate) in tenths.enumerated() { filling.result.note("\(prefix)tenth \(tenth + 1)", rate, unit) }
        filling.result.note("\(prefix)last tenth / first tenth", tenths[0] > 0 ? tenths[9] / tenths[0] : 0, .ratio)
    }

    private func zip<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
        guard let first, let second else { return nil }
        return (first, second)
    }
}
