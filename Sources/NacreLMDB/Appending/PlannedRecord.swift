import Nacre

/// A record of the group that is being written, with its version and the slot of its stream.
struct PlannedRecord {
    /// Which of the group's commits it belongs to, and its ordinal there.
    let commit: Int32
    let record: Int32
    let slot: Int32
    let version: StreamVersion
}
