import Foundation

/// Kills a process that appends at full speed with many writers, and opens its store in a new one.
///
/// The measured time ends when the first append is acknowledged again.
struct RecoveryWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]

    /// One filler for each size of the store.
    let fillers: [StoreFiller]
    let runs: Int

    /// The longest run of a load before the kill, in seconds; the kill's time is drawn from the second half.
    let loadSeconds: Double

    /// The durability under the load.
    let durability: Durability
    let makeWorker: RecoveryMaker

    /// The state of the index when the store is opened.
    enum IndexState: String, CaseIterable, Sendable {
        case asLeft = "the index as the kill left it"
        case heldBack = "the index far behind"
    }

    /// One store in one state of its index.
    private struct Course: Sendable {
        var result: ContenderResult
        var engine: any BenchmarkEngine
        var filled: FilledStore
        var records: [WriterRecord]
        var state: IndexState
        var openings = LatencyRecorder()
        var appends = LatencyRecorder()
        var acknowledged: [Double] = []
        var behindIndex: [Double] = []
        var untold: [Double] = []
    }

    /// One result for each engine, size and state of the index.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var courses: [Course] = []
        for filler in fillers {
            let filled = try await filler.stores(of: engines, in: context)
            for (store, engine) in zip(filled, engines) {
                let records = try await store.answers(in: store.folder, through: engine)
                let states = engine.indexFiles.isEmpty ? [.asLeft] : IndexState.allCases
                courses += states.map { course(of: engine, store, records, $0) }
            }
        }
        for turn in TurnOrder.turns(of: courses.indices, runs: runs) {
            try await recover(turn, &courses[turn.index], context)
        }
        return courses.map(result)
    }

    private func course(
        of engine: any BenchmarkEngine, _ filled: FilledStore, _ records: [WriterRecord], _ state: IndexState
    ) -> Course {
        let events = "\(decimal(Int(filled.manifest.contents.events))) events"
        let name = engine.indexFiles.isEmpty ? events : "\(events), \(state.rawValue)"
        var result = ContenderResult(
            engine, variant: .init(name: name, load: filled.manifest.load), contest: .init(name: events))
        result.audits.append(filled.manifest.audit)
        return Course(result: result, engine: engine, filled: filled, records: records, state: state)
    }

    private func recover(_ turn: Turn, _ course: inout Course, _ context: RunContext) async throws {
        let workspace = context.workspace
        let load = course.filled.manifest.load
        let files = ["journal", "times", "record"].map(workspace.newFile)
        let current = course
        let (recovery, killed, report) = try await current.filled.withCopy(in: workspace) { folder in
            await workspace.settle()
            let task = task(of: current.engine, load, on: folder, current.filled)
            let ending = try await loadAndKill(task, run: turn.run, journal: files[0])
            let killed = try killedLoad(after: current.records, writers: load.writers - 1, journal: files[0])
            if current.state == .heldBack {
                let copy = FilledStore(
                    folder: folder, heldBack: current.filled.heldBack, manifest: current.filled.manifest)
                try await onDedicatedThread { try copy.holdIndexBack() }
            }
            let recovery = try await recover(task, times: files[1], record: files[2])
            var records = killed.records
            records[load.writers - 1].goOn(with: recovery.record)
            var report = await context.audit.run(folder, of: current.engine, load: load, records: records).report
            report.checks += killed.report.checks
            report.add(
                "the process lived until it was killed", passed: ending.isKill, detail: "it \(ending.inWords)")
            let faults = try await current.engine.faults(in: folder)
            report.add("verification finds nothing after the recovery", faults: faults)
            return (recovery, killed, report)
        }
        for file in files { try FileManager.default.removeItem(at: file) }
        course.result.audits.append(report)
        let total = recovery.opening + recovery.append
        context.progress.note(
            "\(turn.step(course.result.contender.label))  \(duration(nanoseconds: total))"
                + (report.passed ? "" : "  AUDIT FAILED"))
        guard !turn.isWarmUp else { return }
        course.result.add(slice: [total])
        course.openings.record([recovery.opening])
        course.appends.record([recovery.append])
        course.acknowledged.append(Double(killed.acknowledged))
        let told = Int(course.filled.manifest.contents.events) + killed.acknowledged + load.eventsPerAppend
        let untold = Int(clamping: recovery.head) - told
        course.untold.append(Double(untold))
        if course.state == .heldBack {
            course.behindIndex.append(
                Double(course.filled.manifest.eventsBehindIndex + killed.acknowledged + untold))
        }
    }

    private func task(
        of engine: any BenchmarkEngine, _ load: AppendLoad, on folder: URL, _ filled: FilledStore
    ) -> SubscriberTask {
        var task = fillers[0].task.on(folder, of: engine, load: load)
        task.durability = durability
        return SubscriberTask(task: task, appends: filled.manifest.appends)
    }

    private func loadAndKill(_ task: SubscriberTask, run: Int, journal: URL) async throws -> StartedProcess.Ending {
        let worker = try await makeWorker(task)
        do {
            try await worker.perform(.load(journal: journal.path))
            var random = SplitMix64(seed: task.task.load.seed &+ UInt64(run))
            let share = 0.5 + 0.5 * Double(random.next(below: 1_000)) / 1_000
            try await Task.sleep(for: .seconds(loadSeconds * share))
        } catch {
            _ = await worker.end()
            throw error
        }
        return await worker.end()
    }

    private func killedLoad(after records: [WriterRecord], writers: Int, journal: URL) throws -> KilledLoad {
        let file = AcknowledgementJournal.failure(beside: journal)
        var failure: String?
        if FileManager.default.fileExists(atPath: file.path) {
            failure = try String(contentsOf: file, encoding: .utf8)
            try FileManager.default.removeItem(at: file)
        }
        return KilledLoad(
            records, journal: try JournalContents(reading: journal), writers: 0..<writers, failure: failure)
    }

    /// The measurements of the process that started after the kill.
    private struct Recovery: Sendable {
        var opening: UInt64
        var append: UInt64

        /// The head after its append.
        var head: UInt64
        var record: WriterRecord
    }

    private func recover(_ task: SubscriberTask, times: URL, record: URL) async throws -> Recovery {
        let worker = try await makeWorker(task)
        do {
            try await worker.perform(.recover(times: times.path, record: record.path))
        } catch {
            _ = await worker.end()
            throw error
        }
        _ = await worker.end()
        guard let row = try WordFile.read(times).first, row.count == 3, let record = try RecordFile.read(record).first
        else { throw HarnessError("the recovering process wrote down no times") }
        return Recovery(opening: row[0], append: row[1], head: row[2], record: record)
    }

    private func result(_ course: Course) -> ContenderResult {
        var result = course.result
        result.note("opening", course.openings)
        result.note("the first append", course.appends)
        for (name, samples) in [
            ("events acknowledged under the load", course.acknowledged),
            ("events in the log of which nobody was told", course.untold),
            ("events behind the index at the opening", course.behindIndex),
        ] {
            guard let summary = SampleSummary(samples) else { continue }
            result.note("\(name), median", summary.median, .count)
        }
        return result
    }
}
