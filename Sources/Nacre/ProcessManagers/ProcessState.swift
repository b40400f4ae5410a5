/// The state of a process manager, read from its own stream.
struct ProcessState: Sendable {
    /// The version of its own stream, including foreign records.
    ///
    /// The next write expects this version.
    var version: StreamVersion = 0

    /// The position up to which everything has been handled.
    var position: Position = 0

    /// The halt, if any.
    var halt: ProcessHalt?

    /// The events after the position that are to be skipped.
    var skips: [EventID: ProcessSkip] = [:]

    /// The number of events handled since the last checkpoint.
    var unwritten = 0
}
