import DomainKit
import ItemsDomain
package import ItemsInfrastructure
package import Nacre
package import NacreLMDB

/// A store of items that received commands, with the repositories of its items.
package protocol CommandedItems: Sendable {
    var log: LMDBEventStore { get }

    /// Folds whole histories.
    var items: EventSourcedItemRepository { get }

    /// Uses snapshots without taking new ones.
    var readingSnapshots: EventSourcedItemRepository { get }

    /// The failures so far to read or keep snapshots.
    var snapshotFailures: [String] { get }

    func hasSnapshot(of stream: StreamName) async throws -> Bool
}

/// Checks a log, and the states that commands derive from it, against everything filled in and acknowledged.
package struct CommandAudit: Sendable {
    private let plan: CommandPlan

    /// The acknowledged appends, in order: there was one writer, and its appends were sequential.
    private let acknowledged: [CommandPlan.Acknowledged]

    package init(plan: CommandPlan, acknowledged: [CommandPlan.Acknowledged]) {
        (self.plan, self.acknowledged) = (plan, acknowledged)
    }

    /// Reads the whole log of a freshly opened store, and folds every item that was appended to.
    package func run(_ store: some CommandedItems) async throws -> AuditReport {
        var report = try await onDedicatedThread { try readLog(of: store) }
        try await judgeStates(of: store, in: &report)
        return report
    }

    private func readLog(of store: some CommandedItems) throws -> AuditReport {
        let codec = ItemEvent.codec
        var expected = filled
        var count = 0
        var wrong = AuditFinding()
        var strangers = AuditFinding()
        try store.log.scan { event in
            count += 1
            let found = CommandPlan.Expected(
                stream: event.stream, version: event.version, event: try codec.decode(event) ?? .deleted)
            guard let next = expected.next(count, in: found.stream) else {
                strangers.note("the event at position \(event.position) was not acknowledged")
                return
            }
            wrong.expect(
                event.position == UInt64(count) && found == next,
                "position \(event.position) has \(found) instead of \(next)")
        }
        var report = AuditReport(checks: [
            wrong.check("every acknowledged event is at its position, with its contents"),
            strangers.check("the log has only acknowledged events"),
        ])
        let all = plan.filledEvents + acknowledged.count
        report.add(
            "every acknowledged event is in the log", passed: count == all && !acknowledged.isEmpty,
            detail: "\(all) were acknowledged, the log has \(count)")
        return report
    }

    /// The expected log: the histories, in the order of their writers, then the acknowledged appends.
    private struct ExpectedEvents {
        let plan: CommandPlan
        let acknowledged: [CommandPlan.Acknowledged]

        /// The history of each stream, and the number of the stream's next event in it.
        var filled: [StreamName: (history: ItemHistory, number: Int)]

        mutating func next(_ ordinal: Int, in stream: StreamName) -> CommandPlan.Expected? {
            guard ordinal <= plan.filledEvents else {
                let index = ordinal - plan.filledEvents - 1
                return index < acknowledged.count
                    ? plan.appended(by: acknowledged[index].way, acknowledged[index].number) : nil
            }
            guard let (history, number) = filled[stream], number < history.events else { return nil }
            filled[stream]?.number += history.streams
            return plan.expected(of: history, number)
        }
    }

    private var filled: ExpectedEvents {
        var filled: [StreamName: (history: ItemHistory, number: Int)] = [:]
        for way in CommandWay.allCases {
            let history = plan.history(of: way)
            for item in 0..<history.streams { filled[history.stream(of: item)] = (history, item) }
        }
        return ExpectedEvents(plan: plan, acknowledged: acknowledged, filled: filled)
    }

    private func judgeStates(of store: some CommandedItems, in report: inout AuditReport) async throws {
        var folded = AuditFinding()
        var remembered = AuditFinding()
        var missing = AuditFinding()
        let completed = Set(CommandWay.allCases.filter(isCompleted))
        for (stream, (way, expected)) in lastAppends {
            let id = try ItemID(stream)
            let state = Item.present(name: expected.event.name ?? "", isCompleted: completed.contains(way))
            let loaded = try await store.items.load(id)
            folded.expect(
                loaded.version == expected.version && loaded.state == state,
                "\(stream) is \(loaded.state) at version \(loaded.version), expected \(state) at \(expected.version)")
            guard way == .withSnapshots else { continue }
            let quick = try await store.readingSnapshots.load(id)
            remembered.expect(
                quick.state == loaded.state && quick.version == loaded.version,
                "\(stream) is \(quick.state) at version \(quick.version) by its snapshot, expected \(loaded.state)")
            missing.expect(try await store.hasSnapshot(of: stream), "\(stream) has no snapshot")
        }
        let failures = store.snapshotFailures
        report.checks += [
            folded.check("every item appended to is in the state of its last acknowledged event"),
            remembered.check("a state from a snapshot equals that of the whole history"),
            missing.check("every item with a long history has a snapshot"),
        ]
        report.add("every snapshot could be read", passed: failures.isEmpty, detail: failures.first ?? "")
    }

    /// The last append to every stream that was appended to.
    private var lastAppends: [StreamName: (way: CommandWay, expected: CommandPlan.Expected)] {
        var last: [StreamName: (CommandWay, CommandPlan.Expected)] = [:]
        for append in acknowledged {
            let expected = plan.appended(by: append.way, append.number)
            last[expected.stream] = (append.way, expected)
        }
        return last
    }

    /// Whether the items of a way are completed at the end of their histories.
    private func isCompleted(_ way: CommandWay) -> Bool {
        let history = plan.history(of: way)
        var item = ItemDecider.initialState
        for turn in 0..<history.events / history.streams {
            ItemDecider.evolve(&item, history.event(turn * history.streams))
        }
        if case .present(_, true, _) = item { return true }
        return false
    }
}

extension ItemEvent {
    fileprivate var name: String? {
        switch self {
        case .created(let name, _), .renamed(let name): name
        case .completed, .reopened, .deleted, .restored, .erased: nil
        }
    }
}
