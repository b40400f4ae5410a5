/// What became of appends and commands: which were acknowledged, in order, and how long each took.
struct CommandRecord: Sendable {
    /// An append that was acknowledged.
    struct Acknowledged: Hashable, Sendable {
        var way: CommandWay

        /// Which of the way's appends it is, from 0.
        var number: Int
    }

    var acknowledged: [Acknowledged] = []

    /// Answers that told of another version than the one that the event has.
    var wrong = AuditFinding()
}
