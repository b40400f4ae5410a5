public import DomainKit

/// Damage to a read model.
///
/// To repair it, discard the model and rebuild it from the log. This type is the cause of an ``EventStoreError`` with
/// code ``EventStoreError/Code/damaged``. It distinguishes damage to a read model from damage to the log, which a
/// rebuild cannot repair.
public struct ReadModelDamage: DescribedError, Hashable, Sendable {
    /// The damage, as a clause.
    public let description: String

    /// The generation of the damaged tables.
    ///
    /// Only tables of this generation are discarded.
    ///
    /// `nil` if it is not known. The runner of a projection and ``UpToDateReadModel`` set it for damage found by
    /// their own reads.
    public let generation: UInt64?

    /// Creates a description of damage.
    ///
    /// - Parameters:
    ///   - description: The damage, as a clause: `a row of 12 bytes does not have its checksum`.
    ///   - generation: The generation of the damaged tables; `nil` if it is not known.
    public init(_ description: String, in generation: UInt64? = nil) {
        self.description = description
        self.generation = generation
    }
}

extension ReadModelReader {
    /// Calls a closure that reads these tables, and adds their generation to an error about damage.
    ///
    /// By the time the damage is handled, the tables may have been replaced by sound ones.
    func locatingDamage<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as EventStoreError {
            guard error.isReadModelDamage, let damage = error.cause as? ReadModelDamage, damage.generation == nil
            else { throw error }
            var located = error
            do {
                located.cause = ReadModelDamage(damage.description, in: try generation())
            } catch {
                // The state record is damaged as well. The next read will find it.
                throw located
            }
            throw located
        }
    }
}

extension EventStoreError {
    /// The error for a damaged read model.
    ///
    /// - Parameter what: The damage, as a clause.
    /// - Returns: The error, with code ``Code/damaged``.
    public static func damagedReadModel(_ what: String) -> EventStoreError {
        EventStoreError(
            .damaged, "a read model is damaged: discard it, and rebuild it from the log", cause: ReadModelDamage(what)
        )
    }

    /// Whether the error is about damage to a read model rather than to the log.
    public var isReadModelDamage: Bool { code == .damaged && cause is ReadModelDamage }
}
