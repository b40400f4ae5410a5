import Nacre

extension ConsistencyChecker {
    /// Checks the reads of a replica, which may show an earlier state of the log.
    mutating func judge(readsOfReplica reads: [HistoryEntry]) {
        let reads = reads.sorted { $0.invoked < $1.invoked }
        var byCompletion = reads.indices.sorted { reads[$0].completed < reads[$1].completed }[...]
        var reached = [Position](repeating: 0, count: reads.count)
        var shown: Position = 0
        for (index, entry) in reads.enumerated() {
            while let next = byCompletion.first, reads[next].completed < entry.invoked {
                shown = max(shown, reached[next])
                byCompletion.removeFirst()
            }
            guard case .read(let call, let outcome) = entry.call else { continue }
            if case .failed(let words) = outcome, toleratesRead(words) { continue }
            reached[index] = judge(call, outcome, of: entry, from: Floor(shown: shown))
        }
    }

    /// Checks a read, and returns the least end that the log had then.
    mutating func judge(
        _ call: ReadCall, _ outcome: ReadOutcome, of entry: HistoryEntry, from floor: Floor
    ) -> Position {
        if case .failed(let words) = outcome {
            note(.readSuccess, entry, words)
            return 0
        }
        guard let ends = ends(showing: outcome, to: call) else {
            note(.readContent, entry, "it showed \(outcome), which the log does not hold like that")
            return 0
        }
        let ceiling = ceiling(at: entry.completed)
        let span = "it showed the log as it was from \(ends.low) to \(ends.high == .max ? log.head : ends.high)"
        if ends.low > ceiling {
            note(.readFuture, entry, "\(span), and nothing behind \(ceiling) had been asked for")
            return 0
        }
        guard end(within: ends) != nil else {
            note(.readWhole, entry, "\(span), where no commit ends")
            return 0
        }
        guard ends.high >= floor.acknowledged else {
            note(.readFresh, entry, "\(span), and \(floor.acknowledged) was acknowledged")
            return ends.low
        }
        guard ends.high >= floor.shown else {
            note(.readForward, entry, "\(span), and \(floor.shown) had been shown")
            return ends.low
        }
        let possible = ends.and(LogEnds(low: floor.position, high: max(ceiling, floor.position)))
        guard let end = end(within: possible) else {
            note(.readWhole, entry, "\(span), where no commit ends that it can have shown")
            return ends.low
        }
        return end
    }

    /// The ends of the log that explain a read; `nil` if no end does.
    private mutating func ends(showing outcome: ReadOutcome, to call: ReadCall) -> LogEnds? {
        switch (call, outcome) {
        case (.head, .number(let head)): return LogEnds(low: head, high: head)
        case (.version(let stream), .number(let version)):
            let ends = LogEnds(holding: Int(clamping: version), of: log.positions(of: stream))
            return ends.isEmpty ? nil : ends
        case (.page(let filter, let after, let limit), .events(let events)):
            let positions = log.positions(of: filter)
            guard showsLog(events), events.count <= limit else { return nil }
            let start: Int
            if case .stream = filter { start = Int(clamping: after) } else { start = positions.count(upTo: after) }
            let end = start + events.count
            guard start <= positions.count || events.isEmpty, end <= positions.count || events.isEmpty else {
                return nil
            }
            guard events.isEmpty || events.map(\.position) == Array(positions[start..<end]) else { return nil }
            let low = events.last?.position ?? 0
            let high = events.count == limit || end >= positions.count ? .max : positions[end] - 1
            return LogEnds(low: low, high: high)
        case (.last(let filter, let limit), .events(let events)):
            let positions = log.positions(of: filter)
            guard showsLog(events), events.count <= limit else { return nil }
            guard let newest = events.first?.position else { return LogEnds(holding: 0, of: positions) }
            let end = positions.count(upTo: newest)
            guard end >= events.count, events.count == min(limit, end),
                events.map(\.position) == positions[end - events.count..<end].reversed()
            else { return nil }
            return LogEnds(holding: end, of: positions)
        case (_, _): return nil
        }
    }

    /// Whether every event equals the log's event at its position.
    private func showsLog(_ events: [SeenEvent]) -> Bool {
        events.allSatisfy { log.seen(at: $0.position) == $0 }
    }
}
