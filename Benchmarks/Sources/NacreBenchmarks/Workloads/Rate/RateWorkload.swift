/// Searches for the highest rate of appends at which 99 of 100 are answered within a bound.
struct RateWorkload: RunnableWorkload {
    /// The number of times that a rate is lowered if it does not hold when tried again.
    private static let lowerings = 5

    let engines: [any BenchmarkEngine]
    let load: AppendLoad
    let spacing: Arrivals.Spacing
    let bound: LatencyBound
    let firstRate: Double
    let warmUpSeconds: Double

    /// The slices; the number of runs is that of the confirmations of the rate found.
    let slicing: Slicing

    private struct Trial {
        var slice: AppendSlice
        var counted: CountedAnswers
        var audit: AuditReport
        var holds: Bool
    }

    /// Searches, engine after engine in turns of one trial, and confirms the rates found.
    ///
    /// Results are of the confirmed rate, and have neither rates nor latencies if none held.
    ///
    /// - Throws: ``HarnessError`` if no rate holds for any engine.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult($0) }
        var searches = engines.map { _ in RateSearch(from: firstRate) }
        var trials = engines.map { _ in 0 }
        var round = 0
        while searches.contains(where: { $0.next != nil }) {
            for index in TurnOrder.turns(of: engines.indices, inRound: round) {
                guard let rate = searches[index].next else { continue }
                let trial = try await self.trial(of: engines[index], at: rate, context)
                results[index].audits.append(trial.audit)
                searches[index].judge(trial.holds)
                trials[index] += 1
            }
            round += 1
        }
        guard searches.contains(where: { $0.highest != nil }) else {
            throw HarnessError(
                "\(engines.map(\.name.rawValue).joined(separator: ", ")): at no rate are 99 of 100 appends answered within "
                    + "\(duration(nanoseconds: bound.nanoseconds)): raise --p99-milliseconds")
        }
        let open = try await confirm(&searches, &results, context)
        for index in engines.indices {
            if let rate = searches[index].highest {
                results[index].note(
                    open.contains(index)
                        ? "lowest rate that was tried again, and did not hold" : "highest rate that held",
                    rate, .perSecond)
            } else if let rate = searches[index].lowestBroken {
                results[index].note("lowest rate that was tried, and did not hold", rate, .perSecond)
            }
            results[index].note("trials until it was found", Double(trials[index]), .count)
        }
        return results
    }

    /// Confirms the rates found, in rounds over all engines, and lowers those that mostly do not hold.
    ///
    /// The returned engines have no figures: their rate did not hold, even after all lowerings.
    private func confirm(
        _ searches: inout [RateSearch], _ results: inout [ContenderResult], _ context: RunContext
    ) async throws -> [Int] {
        // An engine without a rate that held has none to confirm.
        var open = engines.indices.filter { searches[$0].highest != nil }
        for lowering in 0...Self.lowerings where !open.isEmpty {
            var held = engines.map { _ in 0 }
            for index in open { results[index].forgetSlices() }
            for run in 0..<slicing.runs {
                for index in TurnOrder.turns(of: open, inRound: run) {
                    guard let rate = searches[index].highest else { continue }
                    let trial = try await self.trial(of: engines[index], at: rate, context)
                    results[index].audits.append(trial.audit)
                    results[index].add(
                        trial.slice, counted: trial.counted, isPaced: true, intervalSeconds: slicing.intervalSeconds)
                    if trial.holds { held[index] += 1 }
                }
            }
            for index in open where 2 * held[index] > slicing.runs {
                results[index].note(
                    "share of the rounds in which it held", Double(held[index]) / Double(slicing.runs), .ratio)
            }
            open.removeAll { 2 * held[$0] > slicing.runs }
            // A rate lowered now would not be tried any more.
            guard lowering < Self.lowerings else { break }
            for index in open { searches[index].takeBack() }
        }
        for index in open {
            results[index].forgetSlices()
            context.progress.note(
                "\(engines[index].name.rawValue): no rate held when it was tried again, lowered \(Self.lowerings) times: "
                    + "the machine is too noisy, or slices are too short")
        }
        return open
    }

    private func trial(
        of engine: any BenchmarkEngine, at rate: Double, _ context: RunContext
    ) async throws -> Trial {
        let budget = SliceBudget(
            seconds: slicing.seconds, arrivals: Arrivals(rate: rate, spacing: spacing), isObserved: true)
        let step = "\(engine.name.rawValue) at \(decimal(Int(rate))) appends/s"
        let trial = try await context.progress.watching(step, budget) { watch in
            try await context.workspace.withFreshStore { folder in
                await context.workspace.settle()
                let slice = try await engine.append(
                    load, within: budget, eventsPerCommit: nil, in: folder, watchedBy: watch)
                let audited = await context.audit.run(folder, of: engine, load: load, records: slice.records)
                return judged(slice, audited.report)
            }
        }
        context.progress.note("\(step)  \(trial.holds ? "holds" : "does not hold")")
        return trial
    }

    private func judged(_ slice: AppendSlice, _ audit: AuditReport) -> Trial {
        let warmUp = UInt64(warmUpSeconds * 1e9)
        return Trial(
            slice: slice, counted: slice.answers(behind: warmUp), audit: audit,
            holds: bound.isKept(by: slice, ofSeconds: slicing.seconds, behind: warmUp))
    }
}

extension ContenderResult {
    /// Discards the slices of a rate that did not hold; their audits remain.
    fileprivate mutating func forgetSlices() {
        eventsPerSecond = []
        latencies = LatencyRecorder()
        groups = []
        sliceLatencies = []
        intervals = []
    }
}
