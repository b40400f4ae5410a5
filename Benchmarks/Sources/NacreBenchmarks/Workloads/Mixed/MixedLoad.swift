/// The work of a mixed load's clients, on a store that was filled before.
struct MixedLoad: Hashable, Sendable, Codable {
    /// The mix's name in reports.
    var name: String

    /// The percentage of each kind of operation.
    var shares: OperationShares

    /// Concurrent clients.
    var clients: Int

    /// The distribution of streams and tags.
    var distribution: KeyDistribution

    /// The exponent of Zipf's distribution.
    var exponent: Double

    /// The maximum number of events in a query or the newest page.
    var limit: Int

    /// The number of retries after which an update is given up.
    var retries: Int

    /// The number of operations of all clients after which a slice ends; `nil` if only the time ends it.
    var operations: Int?

    var seed: UInt64
}
