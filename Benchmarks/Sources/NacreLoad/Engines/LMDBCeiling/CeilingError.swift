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
        isDamage = failure.code == CEILING_DAMAGED || failure.code == CEILING_DAMAGED_FRAME
        // LMDB's own codes are negative, and so are the ceiling's.
        isOfTheSystem = failure.code > 0
        let what = failure.what.map { String(cString: $0) } ?? "the ceiling"
        let text = ceiling_error_text(failure.code).map { String(cString: $0) } ?? "error \(failure.code)"
        description =
            switch failure.code {
            case CEILING_DAMAGED: "\(what) at position \(failure.position) \(text)"
            case CEILING_DAMAGED_FRAME: "\(what) at byte \(failure.position) of the journal \(text)"
            case CEILING_TOO_LARGE: "\(what) from position \(failure.position) \(text)"
            default: "\(what): \(text)"
            }
    }
}
