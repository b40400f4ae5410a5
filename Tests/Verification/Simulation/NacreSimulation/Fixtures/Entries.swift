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

    /// Appends some commits of one to three entries to ledgers, and retries after faults.
    static func write(_ count: Int, in store: SimulatedEventStore, _ world: SimulationWorld) async throws {
        for _ in 0..<count {
            let ledger = ["a", "b", "c"][world.random(in: 0...2)]
            let bytes = (0..<world.random(in: 1...3)).map { _ in UInt8(world.random(in: 1...9)) }
            try await trying { try await store.append(commit(bytes, to: ledger)) }
        }
    }
}

/// Repeats work as long as simulated faults prevent it.
///
/// - Parameters:
///   - process: The process of the work, which ends if its appends have stopped; `nil` outside of processes.
///   - work: The work.
/// - Returns: The result of `work`.
/// - Throws: Other errors of `work`; `CancellationError` between two attempts.
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
