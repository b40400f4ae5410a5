/// A job for a second process with an application.
package enum ShellJob: Codable, Sendable {
    /// Delete the account of a session, and bring process managers and read models up to date. The process kills
    /// itself at a step, as `SIGKILL` from outside would.
    case deleteAccount(token: String, password: String, dyingAt: DeletionStep)

    /// Create the welcome items for the log and echo their causes, while other processes do the same;
    /// answers a `PeerAnswer` with the head that was reached, or, if announced, a line with the position after
    /// every event.
    case react(announced: Bool)

    /// Set up a profile through the use case in each of `tasks` tasks, once all processes are ready; each task
    /// tries one of `names` screen names after the other until it gets one. Answers a ``PeerNames``.
    case takeScreenNames(process: Int, of: Int, tasks: Int, names: Int)
}
