import DiskTracing
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import Synchronization

/// Opens what a loss of power or a failing disk has left, and compares it with what the callers were told.
struct StoreAudit: Sendable {
    let workload: Workload
    /// What must be there.
    let known: Workload.Known
    /// Commits that must not be there.
    let absent: Set<Workload.CommitName>
    /// Whether what was derived from the log may be ahead of it, as where nothing was synced.
    let derivedMayBeAhead: Bool
    private let said = InMemoryLogHandler()

    init(
        workload: Workload, known: Workload.Known, absent: Set<Workload.CommitName> = [],
        derivedMayBeAhead: Bool = false
    ) {
        self.workload = workload
        self.known = known
        self.absent = absent
        self.derivedMayBeAhead = derivedMayBeAhead
    }

    /// Whether a file that is derived from the log was missing or of no use.
    var hasRebuilt: Bool { said.entries.contains { (.notice ... .warning).contains($0.level) } }

    private var logger: Logger { Logger(label: "audit", factory: { _ in said }) }

    /// Audits the store in a folder.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``Loss`` where something acknowledged is not there, or what is there is not what was appended, in
    ///   whole commits, each once and in order; where the store does not verify; where its read model differs from its
    ///   log; where what is derived from the log is ahead of it. What opening throws.
    func run(in path: String) async throws {
        if !derivedMayBeAhead { try auditWitnesses(in: path) }
        let store: LMDBEventStore
        do {
            var options = LMDBEventStore.Options.small(.unsynced, createsStore: false)
            options.logger = logger
            store = try await LMDBEventStore.open(at: path, options: options)
        } catch let error as EventStoreError where error.code == .noSuchStore && known.acknowledged.isEmpty {
            // Nor does what is left keep a store from being made.
            await (try LMDBEventStore.open(at: path, options: .small(.unsynced))).close()
            return
        }
        do {
            try await auditLog(store)
            try await verify(store)
            try await auditReadModel(of: store, in: path)
            try await auditRefusal(by: store)
            try await auditAnswers(in: store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Before anything discards what is ahead of the log: at durability `full` a store like that is refused.
    private func auditWitnesses(in path: String) throws {
        do {
            let lost = try LMDBEventStore.lostEvents(at: path, options: .small(.unsynced))
            guard lost.isEmpty else { throw Loss("what is derived is ahead of the log: \(lost)") }
        } catch let error as EventStoreError where error.code == .noSuchStore {
            return
        }
    }

    /// What rests on what does not hold is refused still: no rule is judged by a log that lacks something.
    private func auditRefusal(by store: LMDBEventStore) async throws {
        let numbers = known.acknowledged.keys.filter { $0.task == Workload.guardedTask }.map(\.number)
        for number in numbers.sorted().suffix(3) {
            do {
                try await store.append(workload.refusedCommit(behind: number))
            } catch let error as EventStoreError where error.code == .conflict {
                continue
            }
            throw Loss("a commit is accepted that rests on what guarded commit \(number) made not to hold")
        }
    }

    /// The process manager goes on where it was, and leaves no question open.
    private func auditAnswers(in store: LMDBEventStore) async throws {
        let head = try await ProcessRunner(manager: ReplyProcess(), store: store).catchUp()
        try await auditLog(store, answeredUpTo: head)
    }

    private func auditLog(_ store: LMDBEventStore) async throws {
        try await auditLog(store, answeredUpTo: known.answeredUpTo)
    }

    private func auditLog(_ store: LMDBEventStore, answeredUpTo: Position) async throws {
        var answering = ReplyProcess.Audit()
        var last: [Int: Int] = [:]
        var commit: [RecordedEvent] = []
        var position: Position = 0
        for try await event in store.readLog() {
            position += 1
            guard event.position == position else { throw Loss("position \(event.position) follows \(position - 1)") }
            commit.append(event)
            answering.ask(event)
            guard event.isLastOfCommit else { continue }
            if try answering.take(commit) {
                commit = []
                continue
            }
            let name = try auditCommit(commit)
            guard name.number == last[name.task, default: 0] + 1 else {
                throw Loss("commit \(name) follows commit \(last[name.task, default: 0])")
            }
            last[name.task] = name.number
            commit = []
        }
        guard commit.isEmpty else { throw Loss("the log ends inside a commit") }
        try answering.expectAnswers(upTo: answeredUpTo)
        for (name, positions) in known.acknowledged where name.number > last[name.task, default: 0] {
            throw Loss("commit \(name), acknowledged at \(positions), is lost; the log ends at \(position)")
        }
    }

    /// Compares the events of one commit with what was appended.
    ///
    /// - Returns: Its name.
    /// - Throws: ``Loss`` where it is none of the workload's, not whole, not to be there, or at other positions than it was
    ///   acknowledged at.
    func auditCommit(_ events: [RecordedEvent]) throws -> Workload.CommitName {
        let fields = events[0].data.split(separator: UInt8(ascii: " ")).prefix(2)
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard fields.count == 2 else { throw Loss("position \(events[0].position) holds what nobody appended") }
        let name = Workload.CommitName(task: fields[0], number: fields[1])
        let entries = workload.commit(name).entries
        let isWhole =
            entries.count == events.count
            && zip(entries, events).allSatisfy { entry, event in
                entry.stream == event.stream && entry.event.id == event.id && entry.event.type == event.type
                    && entry.event.tags == event.tags && entry.event.data == event.data
            }
        guard isWhole else { throw Loss("commit \(name) at position \(events[0].position) is not as it was appended") }
        guard !absent.contains(name) else { throw Loss("commit \(name) is there, and was said not to be written") }
        if let positions = known.acknowledged[name], positions != events.map(\.position) {
            throw Loss("commit \(name) was acknowledged at \(positions), and is at \(events.map(\.position))")
        }
        return name
    }

    private func verify(_ store: LMDBEventStore) async throws {
        let findings = Mutex<[String]>([])
        _ = try await store.verify(
            progress: { _, _ in },
            finding: { finding in
                findings.withLock { $0.append(finding.description) }
            })
        if let first = findings.withLock({ $0.first }) { throw Loss("verification: \(first)") }
    }

    private func auditReadModel(of store: LMDBEventStore, in path: String) async throws {
        let models = try await StreamCounts.models(in: path, mapSize: Workload.smallestMap, logger)
        defer { models.close() }
        try await StreamCounts.compare(models, with: store)
    }
}
