/// A step of changing the secrets, at which a crash leaves another state on disk.
///
/// Tests end the process at each of them.
package enum SecretsStep: String, CaseIterable, Sendable {
    /// A new key is in its slot, not synced.
    case keyWritten

    /// A new key is durable; nothing is sealed under it yet.
    case keySynced

    /// The records of an account are deleted in a transaction that is not committed.
    case recordsDeleted

    /// The deletion of the records is committed, and with it what remains to be erased.
    case erasureRecorded

    /// The slot has random bytes, not synced.
    case keyOverwritten

    /// The slot has random bytes, durably.
    case keyOverwriteSynced

    /// The slot has zeros, not synced.
    case keyZeroed

    /// The slot has zeros, durably.
    case keyZeroSynced

    /// The slot is free in a transaction that is not committed.
    case slotFreed

    /// The slot is free, durably.
    case erasureCompleted

    /// Called at each step, on the thread that takes it.
    package typealias Handler = @Sendable (SecretsStep) -> Void
}
