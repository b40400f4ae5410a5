import Nacre

/// All attempts of one writer, in order, with further counts.
package struct AttemptRecord: Hashable, Sendable {
    package var attempts: [Attempt] = []

    /// The number of refused attempts by kind of conflict.
    package var conflicts: [ConflictKind: Int] = [:]

    /// Why the writer stopped early, if it did.
    package var failure: String?

    /// Attempts that failed other than by a conflict, in order.
    package var failures: [AppendFailure] = []

    /// Failed reads of the writer, recorded like failed appends.
    package var failedReads: [AppendFailure] = []

    package init() {}

    package var accepted: Int { attempts.count { $0.isAccepted } }
}

/// The reason for a refusal.
package enum ConflictKind: String, CaseIterable, Hashable, Sendable {
    /// A stream was not at the version that the commit expected.
    case expectation = "a stream's version"

    /// A stream that the commit does not write was not at the version that it checked.
    case check = "a check"

    /// An event matched a condition that forbids it.
    case condition = "a condition"

    /// The engine named no reason.
    case unnamed = "nothing named"

    /// The first violation of a conflict.
    init(_ conflict: EventStoreError) {
        switch conflict.violations.first {
        case .expectation: self = .expectation
        case .check: self = .check
        case .condition: self = .condition
        case nil: self = .unnamed
        }
    }
}
