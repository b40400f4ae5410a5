import CLMDBCeiling

/// A failed call of the ceiling.
struct CeilingError: Error, CustomStringConvertible {
    /// The call or the damaged part, the reason, and the place.
    let description: String

    /// Whether stored bytes violate the format.
    let isDamage: Bool

    /// Whether a system call failed, rather than LMDB or the format.
    let isOfTheSystem: Bool

    init(_ failure: ceiling_failure) {
        isDamage = failure.code == CEILING_DAMAGED
        // LMDB's own codes are negative.
        isOfTheSystem = failure.code > 0 && failure.code != CEILING_DAMAGED
        let what = failure.what.map { String(cString: $0) } ?? "the ceiling"
        let text = ceiling_error_text(failure.code).map { String(cString: $0) } ?? "error \(failure.code)"
        description = isDamage ? "\(what) at position \(failure.position) \(text)" : "\(what): \(text)"
    }
}
