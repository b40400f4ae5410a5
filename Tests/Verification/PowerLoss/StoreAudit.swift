import DiskTracing
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import Synchronization

/// Opens the store that a power loss or a failing disk has left, and compares it with the answers to the callers.
struct StoreAudit: Sendable {
    let workload: Workload
    /// The commits that must exist.
    let known: Workload.Known
    /// The commits that must not exist.
    let absent: Set<Workload.CommitName>
    /// Whether derived data may be ahead of the log, as in an unsynced store.
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

    /// Whether a derived file was missing or unusable.
    var hasRebuilt: Bool {
        said.entries.contains { (.notice ... .warning).contains($0.level) && !Self.isRecovery($0) }
    }

    /// The frames of a journal in use that the log lacked, and whether one after them was torn; `nil` if the journal
    /// was not in use.
    var recovered: (frames: Int, isTorn: Bool)? {
        guard let metadata = said.entries.first(where: Self.isRecovery)?.metadata else { return nil }
        return (metadata["frames"].flatMap { Int("\($0)") } ?? 0, metadata["torn"] == "true")
    }

    private static func isRecovery(_ entry: InMemoryLogHandler.Entry) -> Bool {
        "\(entry.message)" == recovery
    }

    private static let recovery = "events of a journal in use were put into log.mdb"

    private var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options.small(.unsynced, createsStore: false)
        options.logger = logger
        return options
    }

    private var logger: Logger { Logger(label: "audit", factory: { _ in said }) }

    /// Audits the store in a folder.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``Loss`` if an acknowledged commit is missing, if the log has anything but the appended commits,
    ///   whole, each once and in order; if the store does not verify; if its read model differs from the
    ///   log; if derived data is ahead of the log. Errors of opening.
    func run(in path: String) async throws {
        if !derivedMayBeAhead { try auditWitnesses(in: path) }
        let store: LMDBEventStore
        do {
            store = try await LMDBEventStore.open(at: path, options: options)
        } catch let error as EventStoreError where error.code == .noSuchStore && known.acknowledged.isEmpty {
            // The remains do not prevent the creation of a store.
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

    /// Runs before derived data ahead of the log is discarded: at durability `full`, such a store is refused.
    private func auditWitnesses(in path: String) throws {
        do {
            let lost = try LMDBEventStore.lostEvents(at: path, options: options)
            guard lost.isEmpty else { throw Loss("derived data is ahead of the log: \(lost)") }
        } catch let error as EventStoreError where error.code == .noSuchStore {
            return
        }
    }

    /// Commits with violated rules are still refused: no rule is judged on a log with missing events.
    private func auditRefusal(by store: LMDBEventStore) async throws {
        let numbers = known.acknowledged.keys.filter { $0.task == Workload.guardedTask }.map(\.number)
        for number in numbers.sorted().suffix(3) {
            do {
                try await store.append(workload.refusedCommit(behind: number))
            } catch let error as EventStoreError where error.code == .conflict {
                continue
            }
            throw Loss("a commit is accepted although guarded commit \(number) violates its rules")
        }
    }

    /// The process manager continues and answers all questions.
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

    /// Compares the events of one commit with the appended ones.
    ///
    /// - Returns: The name of the commit.
    /// - Throws: ``Loss`` if the commit is not one of the workload's, not whole, must not exist, or has other positions
    ///   than the acknowledged ones.
    func auditCommit(_ events: [RecordedEvent]) throws -> Workload.CommitName {
        let fields = events[0].data.split(separator: UInt8(ascii: " "), maxSplits: 2).prefix(2)
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard fields.count == 2 else { throw Loss("position \(events[0].position) has an event that was not appended") }
        let name = Workload.CommitName(task: fields[0], number: fields[1])
        let entries = workload.commit(name).entries
        let isWhole =
            entries.count == events.count
            && zip(entries, events).allSatisfy { entry, event in
                entry.stream == event.stream && entry.event.id == event.id && entry.event.type == event.type
                    && entry.event.tags == event.tags && entry.event.data == event.data
            }
        guard isWhole else {
            throw Loss("commit \(name) at position \(events[0].position) differs from the appended one")
        }
        guard !absent.contains(name) else {
            throw Loss("commit \(name) is in the log, but its error said that it was not written")
        }
        if let positions = known.acknowledged[name], positions != events.map(\.position) {
            throw Loss("commit \(name) was acknowledged at \(positions), but is at \(events.map(\.position))")
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
