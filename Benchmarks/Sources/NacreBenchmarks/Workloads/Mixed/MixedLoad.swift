/// What the clients of a mixed load do, over a store that was filled before.
struct MixedLoad: Hashable, Sendable, Codable {
    /// What the mix is called in reports.
    var name: String

    /// How many percent of the operations are of which kind.
    var shares: OperationShares

    /// Clients that work at the same time.
    var clients: Int

    /// How streams and tags are drawn.
    var distribution: KeyDistribution

    /// Of Zipf's distribution.
    var exponent: Double

    /// Events that a query or the newest page shows at most.
    var limit: Int

    /// After how many further attempts an update is given up.
    var retries: Int

    /// Operations after which a slice ends, all clients' together; `nil` where the time alone ends it.
    var operations: Int?

    var seed: UInt64
}
