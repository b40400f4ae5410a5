/// Where a process manager stands, as its own stream says.
struct ProcessState: Sendable {
    /// The version of its own stream, foreign records counted, which has to be the same when it next writes there.
    var version: StreamVersion = 0

    /// The position up to which everything has been dealt with.
    var position: Position = 0

    /// What halts it.
    var halt: ProcessHalt?

    /// The events behind the position that are to be passed over.
    var skips: [EventID: ProcessSkip] = [:]

    /// How many events were dealt with behind what is written down.
    var unwritten = 0
}
