import ArgumentParser
package import Nacre

/// One kind of single read, measured separately.
///
/// Streams are read whole forwards, and from their end backwards; tags from the beginning or the end of the log; types,
/// categories and pages of the log from a drawn position.
package enum ReadKind: String, CaseIterable, Sendable, ExpressibleByArgument {
    case streamForward = "stream-forward"
    case streamBackward = "stream-backward"
    case tagForward = "tag-forward"
    case tagBackward = "tag-backward"
    case typeForward = "type-forward"
    case typeBackward = "type-backward"
    case categoryForward = "category-forward"
    case categoryBackward = "category-backward"
    case logForward = "log-forward"
    case logBackward = "log-backward"
    case position, id

    /// The order of a read from a position of the log.
    package func order(_ position: Position) -> ReadOrder {
        switch self {
        case .typeBackward, .categoryBackward, .logBackward: .backward(from: position)
        default: .forward(after: position - 1)
        }
    }
}

/// The reads of a store that was filled before.
package struct ReadLoad: Hashable, Sendable {
    /// The kinds of reads, each measured separately.
    package var kinds: [ReadKind]

    package var readers: Int
    package var distribution: KeyDistribution
    package var exponent: Double

    /// The maximum number of events of a read with a limit.
    package var limit: Int

    /// The number of reads of all readers after which a slice ends; `nil` if only the time ends it.
    package var reads: Int?

    package var seed: UInt64

    /// The number of reads drawn of each kind, from which the readers choose.
    package var samples: Int

    package init(
        kinds: [ReadKind], readers: Int, distribution: KeyDistribution, exponent: Double, limit: Int,
        reads: Int? = nil, seed: UInt64, samples: Int = 20_000
    ) {
        (self.kinds, self.readers, self.distribution, self.exponent) = (kinds, readers, distribution, exponent)
        (self.limit, self.reads, self.seed, self.samples) = (limit, reads, seed, samples)
    }

    package func name(of kind: ReadKind) -> String {
        distribution == .uniform ? kind.rawValue : "\(kind.rawValue), \(distribution.text(exponent: exponent))"
    }
}
