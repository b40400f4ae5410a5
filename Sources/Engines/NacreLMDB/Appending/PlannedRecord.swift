import Nacre

/// A record of the group that is being written, and what determines its place.
struct PlannedRecord {
    /// The ordinal of its commit in the group, and its own in the commit.
    let commit: Int32
    let record: Int32
    let byteCount: Int32
    /// The slot of its stream.
    let slot: Int32
    /// The number of its type in the group.
    let type: Int32
    let version: StreamVersion
}
