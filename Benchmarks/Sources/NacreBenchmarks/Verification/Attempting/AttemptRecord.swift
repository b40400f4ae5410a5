import Nacre

/// All attempts of one writer, in order, and what is known beside them.
struct AttemptRecord: Hashable, Sendable {
    var attempts: [Attempt] = []

    /// How many were refused, by what did not hold.
    var conflicts: [ConflictKind: Int] = [:]

    /// Why the writer stopped before its time, where it did.
    var failure: String?

    /// Attempts that failed otherwise than by a conflict, in order.
    var failures: [AppendFailure] = []

    /// Reads of the writer that failed, noted as appends are.
    var failedReads: [AppendFailure] = []

    var accepted: Int { attempts.count { $0.isAccepted } }
}

/// What keeps a commit from being accepted.
enum ConflictKind: String, CaseIterable, Hashable, Sendable {
    /// A stream was not at the version that the commit expected.
    case expectation = "a stream's version"

    /// A stream that the commit does not write was not at the version that it checked.
    case check = "a check"

    /// There was an event that a condition forbids.
    case condition = "a condition"

    /// The engine did not say.
    case unnamed = "nothing named"

    /// What did not hold first of all that did not.
    init(_ conflict: EventStoreError) {
        switch conflict.violations.first {
        case .expectation: self = .expectation
        case .check: self = .check
        case .condition: self = .condition
        case nil: self = .unnamed
        }
    }
}
