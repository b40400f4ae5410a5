/// What readers read from a store that was filled before.
struct ReadLoad: Hashable, Sendable, Codable {
    /// The kinds of reads, each measured by itself.
    var kinds: [ReadKind]

    /// Readers that read at the same time.
    var readers: Int

    /// How streams, tags and positions are drawn.
    var distribution: KeyDistribution

    /// Of Zipf's distribution.
    var exponent: Double

    /// Events that a read with a limit shows at most.
    var limit: Int

    /// Reads after which a slice ends, all readers' together; `nil` where the time alone ends it.
    var reads: Int?

    var seed: UInt64

    /// How many reads of each kind are drawn, of which the readers then make one after the other.
    var samples = 20_000

    func name(of kind: ReadKind) -> String {
        distribution == .uniform
            ? kind.rawValue : "\(kind.rawValue), \(distribution.rawValue) \(decimal(exponent, decimals: 2))"
    }
}
