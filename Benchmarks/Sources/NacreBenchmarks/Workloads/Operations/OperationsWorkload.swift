import Foundation

/// An operator's tasks on a store of many events, each measured several times in turn.
struct OperationsWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let operations: [StoreOperation]
    let filler: StoreFiller
    let runs: Int

    /// The durability of the measured appends; stores are filled without syncs.
    let durability: Durability
    let parameters: OperationParameters
    let makeWorker: SubscriberMaker

    /// Fills a store of each engine, and performs one operation after the other on it, run after run.
    ///
    /// Results have a rate and latencies only if there is a single operation.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var task = filler.task
        task.durability = durability
        var setting = OperationSetting(context: context, task: task, makeWorker: makeWorker, parameters: parameters)
        let filled = try await filler.stores(of: engines, in: context)
        var results = zip(engines, filled).map { ContenderResult($0, on: $1) }
        var figures = engines.map { _ in RepeatedFigures() }
        var promises = engines.map { _ in [AuditReport]() }
        var stores: [OperatedStore] = []
        for (engine, store) in zip(engines, filled) {
            stores.append(try await OperatedStore(store, of: engine, in: context.workspace))
        }
        for run in 1...runs {
            for operation in operations {
                for index in TurnOrder.turns(of: stores.indices, inRound: run) {
                    let step = Turn(run: run, of: runs).step(
                        "\(engines[index].name.rawValue)  \(operation.rawValue)")
                    setting.step = context.progress.shown(step)
                    let outcome = try await stores[index].perform(operation, run: run, setting)
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
