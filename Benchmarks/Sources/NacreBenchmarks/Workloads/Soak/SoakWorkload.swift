import Foundation

/// Several processes that fill one store at full speed, while their memory and the store's files are sampled.
struct SoakWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine
    let load: AppendLoad
    let processes: Int
    let events: Int

    let secondsAtMost: Double
    let task: WorkerTask
    let makeWorker: WorkerMaker

    /// The number of events that all processes append between drains: undrained records would grow with the store.
    var eventsPerRound = 400_000

    private struct Filling {
        var records: [WriterRecord]
        var events = 0
        var nanoseconds: UInt64 = 0
        var indexLag: UInt64?
        var sizes: [StoreGrowth.Sample] = []
    }

    /// Fills the store, lets the engine verify it, and audits it.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let (workspace, progress) = (context.workspace, context.progress)
        var result = ContenderResult(engine)
        let folder = try workspace.makeFolder("soak")
        var crew = WorkerCrew()
        do {
            for process in 0..<processes { try await crew.add(makeWorker(task(process, in: folder))) }
            progress.note("\(decimal(processes)) processes append \(decimal(events)) events to \(folder.path)")
            let samplers = crew.workers.map { _ in MemorySampler() }
            let watched = zip(samplers, crew.workers.map(\.processID)).map { ($0, $1) }
            var filling = try await Self.sampling(watched[...]) {
                try await fill(crew, &result, folder, workspace, progress)
            }
            take(try await crew.finish(in: workspace), &filling, &result)
            await workspace.settle()
            filling.sizes.append(.init(events: filling.events, files: StorageFigures.files(in: folder)))

            result.eventsPerSecond = [perSecond(filling.events, in: max(1, filling.nanoseconds))]
            result.note("events", Double(filling.events), .count)
            result.note("time", Double(filling.nanoseconds), .nanoseconds)
            if let lag = filling.indexLag { result.note("events behind the index at the end", Double(lag), .count) }
            result.promises.add(
                "all appends were made", passed: filling.events >= events,
                detail: "\(decimal(filling.events)) of \(decimal(events)) events were appended")
            noteMemory(&result, samplers, events: filling.events)
            noteSizes(&result, filling)
            progress.note("verifying and auditing")
            var verification = AuditReport()
            verification.add("verification finds no fault", faults: try await engine.faults(in: folder))
            result.audits.append(verification)
            result.audits.append(
                await context.audit.run(folder, of: engine, load: load, records: filling.records).report)
        } catch {
            await crew.dismiss()
            throw error
        }
        return [result]
    }

    private func task(_ process: Int, in folder: URL) -> WorkerTask {
        task.on(
            folder, of: engine, load: load,
            ownWriters: load.writers * process / processes..<load.writers * (process + 1) / processes)
    }

    /// Appends in rounds, by all processes concurrently, until all events are appended or the time is over; then waits
    /// until the index has caught up.
    private func fill(
        _ crew: WorkerCrew, _ result: inout ContenderResult, _ folder: URL, _ workspace: Workspace, _ progress: Progress
    ) async throws -> Filling {
        var filling = Filling(records: load.emptyRecords)
        let start = monotonicNanoseconds()
        while filling.events < events {
            let left = secondsAtMost - Double(monotonicNanoseconds() - start) / 1e9
            guard left > 0 else { break }
            // Records are drained between rounds; those of the last round are taken at the end.
            if filling.events > 0 {
                take(try await crew.drain(in: workspace), &filling, &result)
            }
            let missing = min(eventsPerRound, events - filling.events)
            let replies = try await crew.perform(
                (0..<processes).map { process in
                    let share = missing * (process + 1) / processes - missing * process / processes
                    let budget = SliceBudget(seconds: left, events: share)
                    return .append(budget, untilIndexed: false)
                })
            let appended = replies.reduce(0) { $0 + $1.events }
            // The time is over, or all writers have failed: the audit reports why.
            guard appended > 0 else { break }
            filling.events += appended
            filling.nanoseconds += replies.map(\.nanoseconds).max() ?? 0
            filling.sizes.append(.init(events: filling.events, files: StorageFigures.files(in: folder)))
            progress.note(round(of: replies, filling, since: start))
        }
        let nothing = SliceBudget(seconds: nil, events: 0)
        let replies = try await crew.perform((0..<processes).map { _ in .append(nothing, untilIndexed: true) })
        filling.nanoseconds += replies.map(\.nanoseconds).max() ?? 0
        filling.indexLag = replies.compactMap(\.indexLag).max()
        return filling
    }

    /// The progress line of a round: the soak's progress, the round's rate, and the estimated remaining time.
    private func round(of replies: [WorkerReply], _ filling: Filling, since start: UInt64) -> String {
        let nanoseconds = max(1, replies.map(\.nanoseconds).max() ?? 0)
        let rate = replies.reduce(0) { $0 + $1.events } * 1_000_000_000 / Int(nanoseconds)
        let seconds = Double(monotonicNanoseconds() - start) / 1e9
        let left = max(0, seconds * Double(events - filling.events) / Double(filling.events))
        return "\(decimal(filling.events)) of \(decimal(events)) events  \(decimal(rate)) events/s  "
            + "about \(decimal(left, decimals: 0)) s left"
    }

    private func take(_ records: [WriterRecord], _ filling: inout Filling, _ result: inout ContenderResult) {
        for record in records { result.latencies.record(record.latencies) }
        filling.records.goOn(with: records)
    }

    private static func sampling<Result>(
        _ watched: ArraySlice<(MemorySampler, Int32)>, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let (sampler, processID) = watched.first else { return try await body() }
        return try await sampler.during(processID) { try await sampling(watched.dropFirst(), body) }
    }

    private func noteMemory(_ result: inout ContenderResult, _ samplers: [MemorySampler], events: Int) {
        var most: UInt64 = 0
        for (process, sampler) in samplers.enumerated() {
            guard let memory = MemorySummary(sampler.samples) else { continue }
            let name = "process \(process + 1), anonymous memory"
            result.note("\(name), maximum", Double(memory.maxBytes), .bytes)
            result.note("\(name), mean of the first half", Double(memory.firstHalfMeanBytes), .bytes)
            result.note("\(name), mean of the second half", Double(memory.secondHalfMeanBytes), .bytes)
            if events >= ContenderResult.eventsUntilFlat { memory.judgeFlatness(name, in: &result.promises) }
            // The report has space for one process: the largest.
            if memory.maxBytes >= most {
                most = memory.maxBytes
                result.memory = sampler.samples
            }
        }
    }

    private func noteSizes(_ result: inout ContenderResult, _ filling: Filling) {
        let files = filling.sizes.last?.files ?? [:]
        result.storage = StorageFigures(
            payloadBytes: UInt64(filling.events * load.payloadBytes), files: files, processBytesWritten: nil,
            deviceBytesWritten: nil)
        guard filling.events > 0 else { return }
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            result.note("\(name), bytes an event", Double(bytes) / Double(filling.events), .ratio)
        }
        guard let growth = StoreGrowth(filling.sizes) else { return }
        result.note("log.mdb, bytes an event at the end / at half of the events", growth.ofLog, .ratio)
        result.note("all files, bytes an event at the end / at half of the events", growth.ofAll, .ratio)
        if filling.events >= ContenderResult.eventsUntilFlat { growth.judge(in: &result.promises) }
    }
}
