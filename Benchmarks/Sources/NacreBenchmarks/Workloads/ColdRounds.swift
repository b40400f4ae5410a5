/// Rounds in which each contender reads files that are not in the page cache, after the warm rounds.
struct ColdRounds: Sendable {
    let count: Int

    struct Turn: Sendable {
        var eventsPerSecond: Double

        /// Pages in the page cache at the start, because opening had read them.
        var resident: Int

        var audit: AuditReport
    }

    /// Lets every contender take its turn in every round, in which it evicts the files, opens them and reads, and
    /// records the rates.
    func run(
        _ results: inout [ContenderResult], in context: RunContext, _ turn: (Int) async throws -> Turn
    ) async throws {
        guard count > 0 else { return }
        var rates = [[Double]](repeating: [], count: results.count)
        var left = [Int](repeating: 0, count: results.count)
        for round in 1...count {
            for index in TurnOrder.turns(of: results.indices, inRound: round - 1) {
                await context.workspace.settle()
                let turn = try await turn(index)
                left[index] = max(left[index], turn.resident)
                results[index].audits.append(turn.audit)
                rates[index].append(turn.eventsPerSecond)
                context.progress.note(
                    "cold \(round) of \(count)  \(results[index].contender.label)  \(Int(turn.eventsPerSecond))")
            }
        }
        for (index, rates) in rates.enumerated() {
            results[index].note("cold, page cache dropped", medianOf: rates, .eventsPerSecond)
            results[index].note("cold, pages left in memory by opening, at most", Double(left[index]), .count)
        }
    }
}
