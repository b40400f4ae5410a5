/// The results of appends and commands: the acknowledged ones in order, and the latency of each.
struct CommandRecord: Sendable {
    /// An acknowledged append.
    struct Acknowledged: Hashable, Sendable {
        var way: CommandWay

        /// Its number among the way's appends, from 0.
        var number: Int
    }

    var acknowledged: [Acknowledged] = []

    /// Answers with another version than the event's.
    var wrong = AuditFinding()
}
