/// How the tasks of a process fared that set up profiles beside others who wanted the same screen names.
package struct PeerNames: Codable, Sendable {
    /// The users whose profile was set up, each with the screen name that was acknowledged.
    package var owners: [String: String] = [:]

    /// How often a name was refused because somebody else had it.
    package var refusals = 0

    /// What else was thrown, in words.
    package var failures: [String] = []

    package init() {}
}
