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
    let durability: Durability
    let makeWorker: RecoveryMaker

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
        var unacknowledged: [Double] = []
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
        let (workspace, current) = (context.workspace, course)
        let load = current.filled.manifest.load
        let trial = RecoveryTrial(
            engine: current.engine, audit: context.audit, records: current.records, loadSeconds: loadSeconds,
            makeWorker: makeWorker)
        let found = try await current.filled.withCopy(in: workspace) { folder in
            await workspace.settle()
            var task = fillers[0].task.on(folder, of: current.engine, load: load)
            task.durability = durability
            let begun = SubscriberTask(task: task, appends: current.filled.manifest.appends)
            return try await trial.run(begun, run: turn.run, in: workspace) {
                guard current.state == .heldBack else { return }
                let copy = FilledStore(
                    folder: folder, heldBack: current.filled.heldBack, manifest: current.filled.manifest)
                try await onDedicatedThread { try copy.holdIndexBack() }
            }
        }
        course.result.audits.append(found.report)
        let total = found.opening + found.append
        context.progress.note(
            "\(turn.step(course.result.contender.label))  \(duration(nanoseconds: total))"
                + (found.report.passed ? "" : "  AUDIT FAILED"))
        guard !turn.isWarmUp else { return }
        course.result.add(slice: [total])
        course.openings.record(found.opening)
        course.appends.record(found.append)
        course.acknowledged.append(Double(found.acknowledged))
        let acknowledged = Int(current.filled.manifest.contents.events) + found.acknowledged + load.eventsPerAppend
        let unacknowledged = Int(clamping: found.head) - acknowledged
        course.unacknowledged.append(Double(unacknowledged))
        if course.state == .heldBack {
            course.behindIndex.append(
                Double(current.filled.manifest.eventsBehindIndex + found.acknowledged + unacknowledged))
        }
    }

    private func result(_ course: Course) -> ContenderResult {
        var result = course.result
        result.note("opening", course.openings)
        result.note("the first append", course.appends)
        for (name, samples) in [
            ("events acknowledged under the load", course.acknowledged),
            ("unacknowledged events in the log", course.unacknowledged),
            ("events behind the index at the opening", course.behindIndex),
        ] {
            guard let summary = SampleSummary(samples) else { continue }
            result.note("\(name), median", summary.median, .count)
        }
        return result
    }
}
