/// The reads of a store that was filled before.
struct ReadLoad: Hashable, Sendable, Codable {
    /// The kinds of reads, each measured separately.
    var kinds: [ReadKind]

    /// Concurrent readers.
    var readers: Int

    /// The distribution of streams, tags and positions.
    var distribution: KeyDistribution

    /// The exponent of Zipf's distribution.
    var exponent: Double

    /// The maximum number of events of a read with a limit.
    var limit: Int

    /// The number of reads of all readers after which a slice ends; `nil` if only the time ends it.
    var reads: Int?

    var seed: UInt64

    /// The number of reads drawn of each kind, from which the readers choose.
    var samples = 20_000

    func name(of kind: ReadKind) -> String {
        distribution == .uniform
            ? kind.rawValue : "\(kind.rawValue), \(distribution.rawValue) \(decimal(exponent, decimals: 2))"
    }
}
