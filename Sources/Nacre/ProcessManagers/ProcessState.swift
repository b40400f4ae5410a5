/// Where a process manager stands, as the last event of its own stream says.
struct ProcessState: Sendable {
    /// The version of its own stream, which has to be the same when it next writes there.
    var version: StreamVersion = 0

    /// The position up to which everything has been dealt with.
    var position: Position = 0

    /// What halts it.
    var halt: ProcessHalt?

    /// How many events were dealt with behind what is written down.
    var unwritten = 0
}
