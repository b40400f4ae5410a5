/// The results of the tasks of a process that sets up profiles while other processes want the same screen names.
package struct PeerNames: Codable, Sendable {
    /// The users whose profile was set up, with the acknowledged screen names.
    package var owners: [String: String] = [:]

    /// The number of names refused because another user had them.
    package var refusals = 0

    /// The texts of other errors.
    package var failures: [String] = []

    package init() {}
}
