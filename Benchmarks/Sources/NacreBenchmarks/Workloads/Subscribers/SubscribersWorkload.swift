import Foundation
import Nacre

/// Subscriptions of several kinds on a store to which writers append: the delay of an event to each of them.
///
/// All slices of an engine are on one store, which grows. Writers and subscriptions that keep pace share a process, or
/// have one each; slow consumers have a process of their own, so that its memory is theirs.
struct SubscribersWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let load: AppendLoad
    let subscribers: SubscriberCounts

    /// Events in the log before the first slice: the backlog of a subscription that begins at 0.
    let eventsBefore: Int

    /// Appends per second; `nil` for the writers' maximum.
    let rate: Double?

    /// Whether subscriptions are in another process than the writers.
    let isShared: Bool
    let durability: Durability
    let slicing: Slicing
    let task: WorkerTask
    let makeWorker: SubscriberMaker

    struct Course: Sendable {
        var result: ContenderResult
        var folder: URL
        var writers: any SubscribingWorker
        var fast: any SubscribingWorker
        var slow: (any SubscribingWorker)?
        /// Bytes of anonymous memory of the slow consumers' process before any of them has subscribed.
        var alone: UInt64?
        var events: AnnouncedEvents
        var records: [WriterRecord]
        var figures = SubscriberFigures()
    }

    /// The rate of the appends and the delays of the events, for each engine.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var courses: [Course] = []
        do {
            for engine in engines { try await courses.append(begin(engine, context)) }
            for turn in TurnOrder.turns(of: courses.indices, runs: slicing.runs) {
                try await slice(turn, &courses[turn.index], context)
            }
            for index in courses.indices { try await finish(&courses[index], context.audit) }
        } catch {
            for course in courses {
                for worker in course.workers { await worker.dismiss() }
            }
            throw error
        }
        return courses.map(\.result)
    }

    private func begin(_ engine: any BenchmarkEngine, _ context: RunContext) async throws -> Course {
        let (workspace, progress) = (context.workspace, context.progress)
        let folder = try workspace.makeFolder("store-\(engine.name.rawValue)")
        let begun = SubscriberTask(task: task.on(folder, of: engine, load: load))
        let writers = try await makeWorker(begun)
        var course = Course(
            result: ContenderResult(engine), folder: folder, writers: writers,
            fast: isShared ? try await makeWorker(begun) : writers,
            slow: subscribers.slow > 0 ? try await makeWorker(begun) : nil,
            events: AnnouncedEvents(writers: load.writers),
            records: load.emptyRecords)
        course.alone = course.slow.flatMap { ProcessCounters.anonymousBytes(of: $0.processID) }
        if eventsBefore > 0 {
            progress.note("appending \(decimal(eventsBefore)) events through \(engine.name.rawValue)")
            let before = AnnouncedSlice(
                events: eventsBefore, step: progress.shown("before the first slice  \(engine.name.rawValue)"))
            _ = try await writers.perform(.begin(before))
            _ = try await end(&course, workspace)
        }
        return course
    }

    private func slice(_ turn: Turn, _ course: inout Course, _ context: RunContext) async throws {
        let workspace = context.workspace
        let base = course.events.head
        let live = subscribers.live(after: base)
        let slow = subscribers.slow(after: base)
        let late = subscribers.catchingUp
        _ = try await course.fast.perform(.subscribe(live, untilCaughtUp: true))
        let sampler = MemorySampler()
        if let worker = course.slow { _ = try await worker.perform(.subscribe(slow, untilCaughtUp: false)) }
        await workspace.settle()

        let slice = AnnouncedSlice(
            seconds: slicing.seconds, rate: rate.map { $0 / Double(load.eventsPerAppend) },
            step: context.progress.shown(turn.step(course.result.contender.label)))
        let workers = (course.writers, course.fast)
        try await sampler.during(course.slow?.processID ?? 0) {
            _ = try await workers.0.perform(.begin(slice))
            try await Task.sleep(for: .seconds(slicing.seconds / 2))
            // In the middle of the slice, so that their backlog grows meanwhile.
            _ = try await workers.1.perform(.subscribe(late, untilCaughtUp: false))
            try await Task.sleep(for: .seconds(slicing.seconds / 2))
        }
        let (answers, loadEnd) = try await end(&course, workspace)
        let plans = live + late
        let ends = plans.map { course.events.last(meeting: $0.interest, after: $0.after) }
        let delivered = try await collect(plans, upTo: ends, from: course.fast, workspace)
        let trailing = try await collect(slow, upTo: slow.map { _ in 0 }, from: course.slow, workspace)

        var audit = DeliveryAudit(course.events)
        for (index, plan) in plans.enumerated() {
            audit.observe(
                delivered[index], of: plan, "subscription \(index + 1) (\(plan.interest.rawValue))", isWhole: true)
        }
        for (index, plan) in slow.enumerated() {
            audit.observe(trailing[index], of: plan, "slow subscription \(index + 1)", isWhole: false)
        }
        let measured = answers.eventsPerSecond
        guard context.end(turn, eventsPerSecond: measured, audit.finish(), in: &course.result) else { return }
        course.result.eventsPerSecond.append(measured)
        course.figures.appends.record(answers.latencies)
        course.result.intervals.append(
            answers.intervals(
                ofSeconds: slicing.intervalSeconds, handedOut: delivered[..<live.count], of: course.events, after: base)
        )
        var delays = DeliveryDelays()
        for (index, plan) in live.enumerated() {
            course.figures.add(delivered[index], of: plan, course.events, after: base)
            delays.add(delivered[index], of: course.events, after: base)
        }
        if let summary = delays.fromCall.summary { course.result.sliceLatencies.append(summary) }
        for index in late.indices { course.figures.add(CatchUp(delivered[live.count + index], loadEnd: loadEnd)) }
        course.figures.addMemory(
            alone: course.alone, sampler.samples, unread: unread(trailing, slow, course.events), count: slow.count)
    }

    /// The mean number of events that the slow consumers had not received at the end.
    private func unread(_ deliveries: [Deliveries], _ plans: [SubscriptionPlan], _ events: AnnouncedEvents) -> Int {
        guard !plans.isEmpty else { return 0 }
        let left = zip(deliveries, plans).map { Int(events.head - max($1.after, $0.positions.last ?? 0)) }
        return left.reduce(0, +) / plans.count
    }

    private func end(
        _ course: inout Course, _ workspace: Workspace
    ) async throws -> (answers: AnnouncedAnswers, lastAnswer: UInt64) {
        let answers = try await AnnouncedAnswers.end(of: course.writers, writers: load.writers, in: workspace)
        course.events.take(answers.records, answered: answers.moments)
        answers.goOn(&course.records)
        return (answers, answers.moments.compactMap(\.last).max() ?? 0)
    }

    private func collect(
        _ plans: [SubscriptionPlan], upTo ends: [Position], from worker: (any SubscribingWorker)?,
        _ workspace: Workspace
    ) async throws -> [Deliveries] {
        guard let worker, !plans.isEmpty else { return [] }
        let file = workspace.newFile("deliveries")
        _ = try await worker.perform(.collect(upTo: ends, deliveries: file.path))
        let rows = try WordFile.read(file)
        try FileManager.default.removeItem(at: file)
        let deliveries = stride(from: 0, to: rows.count, by: Deliveries.rowCount).compactMap {
            Deliveries(rows: rows[$0..<min($0 + Deliveries.rowCount, rows.count)])
        }
        guard deliveries.count == plans.count else {
            throw HarnessError("the worker's deliveries and its subscriptions differ in number")
        }
        return deliveries
    }

    private func finish(_ course: inout Course, _ audit: SliceAudit) async throws {
        for worker in course.workers {
            _ = try await worker.perform(.close)
            await worker.dismiss()
        }
        let engine = course.result.contender.engine
        course.result.audits.append(
            await audit.run(course.folder, of: engine, load: load, records: course.records).report)
        if let rate, let reached = SampleSummary(course.result.eventsPerSecond) {
            course.result.note("events appended, of those offered", reached.median / rate, .ratio)
        }
        var appends = LoadFigures()
        appends.add(course.records.lazy.flatMap(\.failures), of: "appends")
        appends.note(in: &course.result)
        course.figures.note(
            in: &course.result, counts: subscribers, payloadBytes: load.payloadBytes, isShared: isShared,
            isJudged: slicing.seconds >= 1 && durability == .full)
        try FileManager.default.removeItem(at: course.folder)
    }
}

extension SubscribersWorkload.Course {
    var workers: [any SubscribingWorker] {
        [writers] + (fast.processID == writers.processID ? [] : [fast]) + (slow.map { [$0] } ?? [])
    }
}
