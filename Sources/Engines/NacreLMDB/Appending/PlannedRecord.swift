import Nacre

/// A record of the group that is being written, with all that decides where it goes.
struct PlannedRecord {
    /// Which of the group's commits it belongs to, and its ordinal there.
    let commit: Int32
    let record: Int32
    let byteCount: Int32
    /// The slot of its stream.
    let slot: Int32
    /// The number of its type among the group's.
    let type: Int32
    let version: StreamVersion
}
