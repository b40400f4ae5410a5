public import DomainKit
internal import Nacre

/// How a store of a simulation fails, each with a probability from 0 to 1 at every call that it can happen to.
///
/// Nothing fails any more once ``SimulationWorld/finish()`` waits for the last tasks.
public struct SimulationFaults: Sendable {
    /// An append fails before anything is written, and with it all later ones of its process, until that is started again.
    public var failedAppends = 0.0

    /// An append fails, and its outcome is unknown: it is written or not; the later ones of its process fail, too.
    public var unknownAppends = 0.0

    /// A read of the log or of a read model fails.
    public var failedReads = 0.0

    /// A write of a read model fails; it is written or not.
    public var failedWrites = 0.0

    /// The tables of a read model, or of its shadow, turn out to be damaged when they are looked at, until they are removed.
    public var damage = 0.0

    /// How often that happens at most, so that a model that is rebuilt is whole in the end.
    public var greatestDamage = 4

    /// Makes faults that never happen.
    public init() {}

    /// Nothing fails.
    public static let none = SimulationFaults()

    /// Everything fails now and then, but for damage.
    public static let rare: SimulationFaults = {
        var faults = SimulationFaults()
        faults.failedAppends = 0.01
        faults.unknownAppends = 0.02
        faults.failedReads = 0.002
        faults.failedWrites = 0.01
        return faults
    }()
}

/// The cause of every error of a simulated disk.
public struct SimulatedFault: DescribedError {
    /// What it is, in a clause.
    public var description: String { "the simulation has the disk fail" }
}

extension EventStoreError {
    static func simulated(_ code: Code, _ message: String, outcome: Outcome? = nil) -> EventStoreError {
        EventStoreError(code, "\(message): try again", outcome: outcome, cause: SimulatedFault())
    }
}

extension EventStoreError {
    /// The error of an append that fails, or comes behind one that failed.
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
    /// Whether a fault of the simulation is behind it.
    public var isSimulatedFault: Bool {
        if self is SimulatedFault { return true }
        if let damage = self as? ReadModelDamage { return damage.description.hasPrefix(ReadModelDamage.simulated) }
        return (self as? EventStoreError)?.cause?.isSimulatedFault ?? false
    }
}
