public import DomainKit
internal import Nacre

/// The faults of a simulated store, each with a probability from 0 to 1 at every call that it can affect.
///
/// There are no faults once ``SimulationWorld/finish()`` waits for the last tasks.
public struct SimulationFaults: Sendable {
    /// An append fails before anything is written, and so do all later appends of the same process until its restart.
    public var failedAppends = 0.0

    /// An append fails with unknown outcome: written or not.
    ///
    /// Later appends of the same process fail too.
    public var unknownAppends = 0.0

    /// A read of the log or of a read model fails.
    public var failedReads = 0.0

    /// A write of a read model fails; it may have been written or not.
    public var failedWrites = 0.0

    /// The live tables or the shadow of a read model prove damaged when read, until they are removed.
    public var damage = 0.0

    /// The maximum number of times that damage occurs, so that a rebuild succeeds in the end.
    public var maxDamage = 4

    /// Creates faults that never occur.
    public init() {}

    /// No faults.
    public static let none = SimulationFaults()

    /// All faults occur rarely, except damage.
    public static let rare: SimulationFaults = {
        var faults = SimulationFaults()
        faults.failedAppends = 0.01
        faults.unknownAppends = 0.02
        faults.failedReads = 0.002
        faults.failedWrites = 0.01
        return faults
    }()
}

/// The cause of all errors of a simulated disk.
public struct SimulatedFault: DescribedError {
    /// The fault, as a clause.
    public var description: String { "the simulation makes the disk fail" }
}

extension EventStoreError {
    static func simulated(_ code: Code, _ message: String, outcome: Outcome? = nil) -> EventStoreError {
        EventStoreError(code, "\(message): try again", outcome: outcome, cause: SimulatedFault())
    }
}

extension EventStoreError {
    /// The error of an append that fails, or follows a failed one.
    static func simulatedStop(_ outcome: Outcome) -> EventStoreError {
        EventStoreError(
            .appendsStopped, "writing the log failed, appends have stopped until the store is reopened",
            outcome: outcome, cause: SimulatedFault())
    }
}

extension ReadModelDamage {
    static let simulated = "the simulation damages"
}

extension Error {
    /// Whether a fault of the simulation is the cause.
    public var isSimulatedFault: Bool {
        if self is SimulatedFault { return true }
        if let damage = self as? ReadModelDamage { return damage.description.hasPrefix(ReadModelDamage.simulated) }
        return (self as? EventStoreError)?.cause?.isSimulatedFault ?? false
    }
}
