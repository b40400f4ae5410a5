public import DomainKit

/// What is wrong with a read model that can only be discarded and built anew from the log.
///
/// It is the cause of an ``EventStoreError`` with code ``EventStoreError/Code/damaged``, so that nobody takes the damage
/// for the log's, which no rebuilding mends.
public struct ReadModelDamage: DescribedError, Hashable, Sendable {
    /// What is wrong, as a clause.
    public let description: String

    /// The generation of the tables in which it was found: those alone are discarded because of it.
    ///
    /// `nil` where that is not known. The runner of a projection, and ``UpToDateReadModel``, fill it in for what their
    /// own looks at a model meet.
    public let generation: UInt64?

    /// Says what is wrong.
    ///
    /// - Parameters:
    ///   - description: What is wrong, as a clause: `a row of 12 bytes does not have its checksum`.
    ///   - generation: The generation of the tables in which it was found; `nil` where that is not known.
    public init(_ description: String, in generation: UInt64? = nil) {
        self.description = description
        self.generation = generation
    }
}

extension ReadModelReader {
    /// Runs a body that looks at these tables, and notes in an error about damage which tables they are.
    ///
    /// By the time the damage is dealt with, others may have put sound tables in their place.
    func locatingDamage<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as EventStoreError {
            guard error.isDamageOfReadModel, let damage = error.cause as? ReadModelDamage, damage.generation == nil
            else { throw error }
            var located = error
            do {
                located.cause = ReadModelDamage(damage.description, in: try generation())
            } catch {
                // The record of the model is damaged as well, and is found so by the next look at it.
                throw located
            }
            throw located
        }
    }
}

extension EventStoreError {
    /// Makes the error of a read model that is not what was written.
    ///
    /// - Parameter what: What is wrong, as a clause.
    /// - Returns: The error, with code ``Code/damaged``.
    public static func damagedReadModel(_ what: String) -> EventStoreError {
        EventStoreError(
            .damaged, "a read model is damaged, discard it and build it anew from the log", cause: ReadModelDamage(what)
        )
    }

    /// Whether a read model is damaged, and not the log.
    public var isDamageOfReadModel: Bool { code == .damaged && cause is ReadModelDamage }
}
