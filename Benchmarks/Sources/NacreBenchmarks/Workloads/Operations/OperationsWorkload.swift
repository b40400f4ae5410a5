import Foundation

/// An operator's operations on a store of many events, each measured several times in turn.
struct OperationsWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let operations: [StoreOperation]
    let filler: StoreFiller
    let runs: Int
    let secondsAround: Double
    let rate: Double?
    let eventsBesideReader: Int
    let readerSeconds: Double
    let makeWorker: SubscriberMaker

    /// The durability of the measured appends.
    let durability: Durability

    /// The length of an interval in the series over time, in seconds.
    var intervalSeconds = 1.0

    /// Fills a store of each engine, and performs one operation after the other on it, run after run.
    ///
    /// Results have a rate and latencies only if there is a single operation.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var task = filler.task
        // Stores are filled without syncs; measured appends have the requested durability.
        task.durability = durability
        var setting = OperationSetting(
            context: context, task: task, makeWorker: makeWorker, secondsAround: secondsAround,
            rate: rate, eventsBesideReader: eventsBesideReader, readerSeconds: readerSeconds,
            intervalSeconds: intervalSeconds)
        var results = engines.map { ContenderResult($0) }
        var figures = engines.map { _ in RepeatedFigures() }
        var promises = engines.map { _ in [AuditReport]() }
        let filled = try await filler.stores(of: engines, in: context)
        var stores: [OperatedStore] = []
        for (index, engine) in engines.enumerated() {
            results[index].audits.append(filled[index].manifest.audit)
            stores.append(try await OperatedStore(filled[index], of: engine, in: context.workspace))
        }
        for run in 1...runs {
            for operation in operations {
                for index in TurnOrder.turns(of: stores.indices, inRound: run) {
                    let store = stores[index]
                    let step = Turn(run: run, of: runs).step(
                        "\(engines[index].name.rawValue)  \(operation.rawValue)")
                    setting.step = context.progress.shown(step)
                    let outcome = try await store.perform(operation, run: run, setting)
                    context.progress.note("\(step)\(outcome.audit.passed ? "" : "  AUDIT FAILED")")
                    figures[index].add(outcome, of: operation)
                    results[index].audits.append(outcome.audit)
                    results[index].intervals += outcome.intervals
                    if !outcome.promises.checks.isEmpty { promises[index].append(outcome.promises) }
                    if !outcome.memory.isEmpty { results[index].memory = outcome.memory }
                    guard operations.count == 1 else { continue }
                    results[index].add(slice: outcome.mainLatencies)
                    if let rate = outcome.eventsPerSecond { results[index].eventsPerSecond.append(rate) }
                }
            }
        }
        for index in results.indices {
            figures[index].note(in: &results[index])
            results[index].promises = AuditReport.merged(promises[index])
        }
        return results
    }
}

extension OperatedStore {
    /// Performs an operation once.
    func perform(
        _ operation: StoreOperation, run: Int, _ setting: OperationSetting
    ) async throws -> OperationOutcome {
        switch operation {
        case .opening: try await open(run: run, setting)
        case .backup: try await backUp(setting)
        case .verify: try await verify(setting)
        case .rebuild: try await rebuild(setting)
        case .growth: try await grow(setting)
        case .pinned: try await appendBesideReaders(setting)
        }
    }
}
