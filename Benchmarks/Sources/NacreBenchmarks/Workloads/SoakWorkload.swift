import Foundation
import Synchronization

/// Several processes that fill one store at full speed, their memory and the store's files watched.
struct SoakWorkload: Sendable {
    let engine: any BenchmarkEngine
    let load: AppendLoad
    let processes: Int
    let events: Int

    /// After which no further append begins.
    let secondsAtMost: Double
    let task: WorkerTask
    let makeWorker: WorkerMaker

    /// How large the store was when it held so many events.
    private struct SizeSample {
        var seconds: Double
        var files: [String: UInt64]

        var bytes: Double { Double(files.values.reduce(0, +)) }
    }

    /// Fills the store, has the engine verify it, and audits it.
    ///
    /// - Parameters:
    ///   - workspace: Where the store goes.
    ///   - audit: How it is audited.
    ///   - progress: Is told how far it is.
    /// - Returns: One result.
    /// - Throws: Where the store cannot be made, appended to or closed.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var result = ContenderResult(Contender(engine: engine, rule: .whatWaits))
        let folder = try workspace.makeFolder("soak")
        var crew = WorkerCrew()
        do {
            for process in 0..<processes { try await crew.add(makeWorker(task(process, in: folder))) }
            progress.note("\(decimal(processes)) processes append \(decimal(events)) events to \(folder.path)")
            let samplers = crew.workers.map { _ in MemorySampler() }
            let (replies, sizes) = try await fill(crew, samplers, folder)
            let records = try await crew.finish(in: workspace)
            await workspace.settle()

            let slowest = replies.map(\.nanoseconds).max() ?? 0
            let count = replies.reduce(0) { $0 + $1.events }
            result.eventsPerSecond = [slowest == 0 ? 0 : Double(count) * 1e9 / Double(slowest)]
            result.note("events", Double(count), .count)
            result.note("time", Double(slowest), .nanoseconds)
            noteMemory(&result, samplers)
            noteSizes(&result, events: count, sizes, folder)
            progress.note("verifying and auditing")
            result.audits.append(try await verify(folder))
            result.audits.append(
                await audit.run(folder, of: engine, load: load, records: records).report)
        } catch {
            await crew.dismiss()
            throw error
        }
        return [result]
    }

    private func task(_ process: Int, in folder: URL) -> WorkerTask {
        var task = task
        task.engine = engine.name
        task.store = folder.path
        task.load = load
        task.load.ownWriters = load.writers * process / processes..<load.writers * (process + 1) / processes
        return task
    }

    private func fill(
        _ crew: WorkerCrew, _ samplers: [MemorySampler], _ folder: URL
    ) async throws -> ([WorkerReply], [SizeSample]) {
        let start = monotonicNanoseconds()
        let sizes = Mutex<[SizeSample]>([])
        let weighing = Task {
            while !Task.isCancelled {
                let seconds = Double(monotonicNanoseconds() - start) / 1e9
                let sample = SizeSample(seconds: seconds, files: StorageFigures.files(in: folder))
                sizes.withLock { $0.append(sample) }
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { weighing.cancel() }
        let replies = try await withThrowingTaskGroup(of: (Int, WorkerReply).self) { group in
            for (index, worker) in crew.workers.enumerated() {
                let share = events * (index + 1) / processes - events * index / processes
                let budget = SliceBudget(seconds: secondsAtMost, events: share)
                group.addTask {
                    let reply = try await samplers[index].during(worker.processID) {
                        try await worker.perform(.append(budget, untilIndexed: true))
                    }
                    return (index, reply)
                }
            }
            var replies = [WorkerReply](repeating: WorkerReply(), count: processes)
            for try await (index, reply) in group { replies[index] = reply }
            return replies
        }
        return (replies, sizes.withLock { $0 })
    }

    private func noteMemory(_ result: inout ContenderResult, _ samplers: [MemorySampler]) {
        var most: UInt64 = 0
        for (process, sampler) in samplers.enumerated() {
            guard let memory = MemorySummary(sampler.samples) else { continue }
            let name = "process \(process + 1), anonymous memory"
            result.note("\(name), most", Double(memory.maxBytes), .bytes)
            result.note("\(name), mean of the first half", Double(memory.firstHalfMeanBytes), .bytes)
            result.note("\(name), mean of the second half", Double(memory.secondHalfMeanBytes), .bytes)
            // The report has room for one process: the largest.
            if memory.maxBytes >= most {
                most = memory.maxBytes
                result.memory = sampler.samples
            }
        }
    }

    private func noteSizes(_ result: inout ContenderResult, events: Int, _ sizes: [SizeSample], _ folder: URL) {
        let files = StorageFigures.files(in: folder)
        result.storage = StorageFigures(
            payloadBytes: UInt64(events * load.payloadBytes), files: files, processBytesWritten: nil,
            deviceBytesWritten: nil)
        guard events > 0 else { return }
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            result.note("\(name), bytes an event", Double(bytes) / Double(events), .ratio)
        }
        guard let last = sizes.last, let half = sizes.first(where: { $0.seconds >= last.seconds / 2 }), half.bytes > 0
        else { return }
        // At a steady rate a store that grows with its data alone doubles from half of the time to its end.
        result.note("size at the end / at half of the time", last.bytes / half.bytes, .ratio)
    }

    private func verify(_ folder: URL) async throws -> AuditReport {
        var report = AuditReport(checks: [])
        let faults = try await engine.faults(in: folder)
        report.add(
            "verification finds nothing", passed: faults.isEmpty,
            detail: "\(faults.count) faults, first: \(faults.first ?? "")")
        return report
    }
}
