import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

/// An in-memory log that can be damaged and lost, like files on a disk.
final class FileSubject: ConformanceSubject, ConformanceFiles {
    /// A promise that the store breaks.
    enum Fault: CaseIterable {
        case returnsDamage, skipsDamage, endsAtDamage, scansOverDamage, followsOverDamage, namesNoPosition
        case ignoresConditionsOnDamage, findsNoDamagedIDs
        case trustsOlderLog, replacesLostLog, keepsLogPartInDerivedData
        case givesNoNotice, givesTooManyNotices
    }

    private struct State {
        var time: any TimeSource = SystemTimeSource()
        var log: InMemoryEventStore?
        var copy: [RecordedEvent] = []
        var models = InMemoryReadModelStore()
        var lost: ClosedRange<Position>?
        var isGone = false
    }

    private let fault: Fault?
    private let state = Mutex(State())
    private let told = Mutex<[String]>([])

    init(fault: Fault? = nil) {
        self.fault = fault
    }

    var files: any ConformanceFiles { self }

    func store(timeSource: any TimeSource) async throws -> any EventStore {
        let log = InMemoryEventStore(timeSource: timeSource, makeID: Self.ids())
        state.withLock { ($0.time, $0.log) = (timeSource, log) }
        return view(of: log, lost: nil)
    }

    func anotherStore() async throws -> any EventStore { InMemoryEventStore() }

    func reopened() async throws -> any EventStore {
        let (isGone, lost, models) = state.withLock { ($0.isGone, $0.lost, $0.models) }
        if isGone {
            guard fault == .replacesLostLog else { throw EventStoreError(.eventsLost, "the log is missing or empty") }
            try await replaceLog(by: [])
        }
        let log = try log()
        let (known, head) = (
            try models.read("tally") { try $0.state()?.checkpoint.position } ?? 0, try await log.head()
        )
        if known > head, fault != .trustsOlderLog, !isGone {
            throw EventStoreError(
                .eventsLost, "a model has applied events up to position \(known), the log ends at position \(head)",
                position: known)
        }
        return view(of: log, lost: lost)
    }

    func notices() async throws -> [String] { told.withLock { $0 } }

    func damageEvent(at position: Position) async throws { state.withLock { $0.lost = position...position } }

    func loseEvents(around position: Position) async throws -> ClosedRange<Position> {
        let ends = try await log().readLog().collect().filter(\.isLastOfCommit).map(\.position)
        let lost = ((ends.last { $0 < position } ?? 0) + 1)...(try #require(ends.first { $0 >= position }))
        state.withLock { $0.lost = lost }
        return lost
    }

    func readModels() async throws -> any ReadModelStore { KeptModels(base: state.withLock { $0.models }) }

    func deleteDerivedData() async throws {
        state.withLock { $0.models = InMemoryReadModelStore() }
        guard fault == .keepsLogPartInDerivedData else { return }
        try await replaceLog(
            by: try await log().readLog().collect().filter { !$0.stream.isReserved && $0.position != 5 })
    }

    func copyLog() async throws {
        let copy = try await log().readLog().collect()
        state.withLock { $0.copy = copy }
    }

    func restoreLog() async throws { try await replaceLog(by: state.withLock { $0.copy }) }

    func loseLog(isEmptied: Bool) async throws { state.withLock { $0.isGone = true } }

    func confirmRestored() async throws { try state.withLock { $0.models }.write("tally") { try $0.removeAll() } }

    private func log() throws -> InMemoryEventStore { try #require(state.withLock { $0.log }) }

    private func replaceLog(by events: [RecordedEvent]) async throws {
        let log = InMemoryEventStore(timeSource: state.withLock { $0.time }, makeID: Self.ids())
        for event in events {
            try await log.append(
                [EventData(id: event.id, type: event.type, time: event.time, data: event.data)], to: event.stream,
                as: .system)
        }
        state.withLock { $0.log = log }
    }

    /// A generator whose first id, the store's, is always the same.
    private static func ids() -> @Sendable (Instant) -> EventID {
        let count = Mutex<UInt64>(0)
        return { _ in
            count.withLock { count in
                count += 1
                return count == 1 ? EventID(high: 1, low: 1) : .random()
            }
        }
    }

    private func view(of log: InMemoryEventStore, lost: ClosedRange<Position>?) -> DamagedLog {
        let time = state.withLock { $0.time }
        return DamagedLog(base: log, lost: lost, fault: fault) { last in
            let behind = last.nanosecondsSince1970 - time.now().nanosecondsSince1970
            let bound: Int64 = self.fault == .givesTooManyNotices ? 0 : 60_000_000_000
            guard behind > bound, self.fault != .givesNoNotice else { return }
            self.told.withLock { $0.append("the clock is behind by \(behind / 1_000_000_000) seconds") }
        }
    }
}

/// Read models that survive closing.
private struct KeptModels: ReadModelStore {
    let base: InMemoryReadModelStore

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model, body)
    }

    func names() throws -> [String] { try base.names() }

    func close() {}
}
