/// What another process is asked to do with an application.
package enum ShellJob: Codable, Sendable {
    /// Create the welcome items that the log asks for, and echo what asks for them, beside others that do the same;
    /// answers a `PeerAnswer` with the head that was reached, or, where it is announced, a line with the position after
    /// every event.
    case react(announced: Bool)

    /// Set up a profile in each of so many tasks, through the use case, when so many processes are ready to; each task
    /// asks for one of so many screen names after the other until it gets one. Answers a ``PeerNames``.
    case takeScreenNames(process: Int, of: Int, tasks: Int, names: Int)
}
