import CLMDBCeiling

/// A call of the ceiling that failed.
struct CeilingError: Error, CustomStringConvertible {
    /// The call or the part that is damaged, why, and where.
    let description: String

    /// Whether stored bytes are not what the format asks for.
    let isDamage: Bool

    /// Whether the system failed a call: neither LMDB nor the format.
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
