package import Nacre

/// Copies what is whole of a log into an empty store.
///
/// The events keep their ids, times, tags, data, metadata and commits; their positions become consecutive.
package struct LogSalvage {
    // OPS-29: A salvaged log has consecutive positions, and a list maps them.

    private let source: IntactLog
    private let target: any EventStore
    private let report: (SalvagedRange) throws -> Void

    private var commit: [RecordedEvent] = []
    /// Whether the event before the next one is lost, so that the commit of the next one may have begun before it.
    private var isBehindLoss = false
    private var kept: (positions: ClosedRange<Position>, newFirst: Position)?

    /// What was copied, and what was not.
    package private(set) var summary = SalvageSummary()

    /// Prepares a salvage.
    ///
    /// - Parameters:
    ///   - source: The damaged log.
    ///   - target: The empty store.
    ///   - report: Called with each range of positions, in log order.
    package init(
        of source: any StoreInspection, into target: any EventStore,
        report: @escaping (SalvagedRange) throws -> Void
    ) {
        self.source = IntactLog(of: source)
        self.target = target
        self.report = report
    }

    /// Copies the log.
    ///
    /// - Parameter progress: Called from time to time with the number of events copied.
    /// - Throws: `EventStoreError` if a disk fails; `CancellationError`; errors of `report`.
    package mutating func run(progress: (Int) -> Void = { _ in }) async throws {
        try await source.read { part in
            switch part {
            case .event(let event): try await add(event)
            case .damage(let damage): try await add(damage)
            }
            if summary.events % 1_000 == 0 { progress(summary.events) }
        }
        try await append()
        try endRange()
    }

    private mutating func add(_ event: RecordedEvent) async throws {
        // Each append waits for the disk, and a part of the log has thousands of events.
        try Task.checkCancellation()
        if isBehindLoss { summary.possiblyCutCommits += 1 }
        isBehindLoss = false
        commit.append(event)
        if event.isLastOfCommit { try await append() }
    }

    private mutating func add(_ damage: LogDamage) async throws {
        if damage.isLost {
            // What is whole of a commit is kept without the rest.
            if !commit.isEmpty { summary.cutCommits += 1 }
            try await append()
            try endRange()
            isBehindLoss = true
        }
        summary.damage.append(damage)
        try report(.damaged(damage))
    }

    private mutating func append() async throws {
        guard let first = commit.first, let last = commit.last else { return }
        let entries = commit.map { Commit.Entry($0) }
        commit.removeAll(keepingCapacity: true)
        let result = try await target.append(Commit(entries: entries), as: .system)
        guard let newFirst = result.positions.first else { return }
        summary.events += entries.count
        let before = kept ?? (first.position...last.position, newFirst)
        kept = (before.positions.lowerBound...last.position, before.newFirst)
    }

    private mutating func endRange() throws {
        guard let kept else { return }
        self.kept = nil
        try report(.kept(kept.positions, newFirst: kept.newFirst))
    }
}

/// A range of positions of a salvaged log.
package enum SalvagedRange: Hashable, Sendable {
    /// The events are in the new store, from a position on.
    case kept(ClosedRange<Position>, newFirst: Position)

    /// The events are not in the new store; or they are, and their place in the log is not proven.
    case damaged(LogDamage)
}

/// The result of a salvage.
package struct SalvageSummary: Hashable, Sendable {
    /// The number of events copied.
    package var events = 0

    /// The number of commits of which only a part could be copied.
    package var cutCommits = 0

    /// The number of commits whose first copied event follows a lost one, which may have been of the same commit.
    package var possiblyCutCommits = 0

    /// What is damaged.
    package var damage: [LogDamage] = []
}

extension SalvageSummary {
    /// The cut commits, as the end of a sentence; empty if there are none.
    var cuts: String {
        guard cutCommits > 0 || possiblyCutCommits > 0 else { return "" }
        let certain = cutCommits > 0 ? [Figures.count(cutCommits, "commit")] : []
        let behind = Figures.count(possiblyCutCommits, "commit")
        let possible = possiblyCutCommits > 0 ? ["perhaps \(behind) after lost events"] : []
        return ", " + (certain + possible).joined(separator: " and ") + " in part"
    }
}
