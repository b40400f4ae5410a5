import Nacre
import NacreTesting

/// Entries into ledgers, which are streams: single bytes.
enum Entries {
    static let type: EventType = "Entered"

    /// An entry that no projection of ledgers can apply.
    static let poison: UInt8 = 66

    static func commit(_ bytes: [UInt8], to ledger: String, id: EventID? = nil) -> Commit {
        Commit(
            entries: bytes.map {
                .init(stream: StreamName("ledger-\(ledger)"), event: EventData(type: type, data: [$0]))
            })
    }

    /// Appends some commits to ledgers, each of one to three entries; a fault is met with another attempt.
    static func write(_ count: Int, in store: SimulatedEventStore, _ world: SimulationWorld) async throws {
        for _ in 0..<count {
            let ledger = ["a", "b", "c"][world.random(in: 0...2)]
            let bytes = (0..<world.random(in: 1...3)).map { _ in UInt8(world.random(in: 1...9)) }
            try await trying { try await store.append(commit(bytes, to: ledger)) }
        }
    }
}

/// Does something again as long as simulated faults prevent it.
///
/// - Parameters:
///   - process: The process that does it, which has to end where its appends have stopped; `nil` outside of processes.
///   - work: What is done.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws otherwise; `CancellationError` between two attempts.
@discardableResult
func trying<Result>(
    in process: SimulatedProcess? = nil, _ work: () async throws -> Result
) async throws -> Result {
    while true {
        do {
            return try await work()
        } catch  where error.isSimulatedFault && (process == nil || !error.isStopOfAppends) {
            try Task.checkCancellation()
        }
    }
}

extension Error {
    fileprivate var isStopOfAppends: Bool { (self as? EventStoreError)?.code == .appendsStopped }
}
