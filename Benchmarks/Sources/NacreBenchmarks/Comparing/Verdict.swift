/// The verdict on two figures that were measured separately.
enum Verdict: String, Sendable {
    /// The whole interval lies above the tolerance.
    case faster

    /// The whole interval lies below the tolerance.
    case slower

    /// The whole interval lies within the tolerance.
    case equal

    /// The interval crosses a bound: more rounds or a quieter machine are needed.
    case undecided
}

extension Verdict {
    /// The command's exit code: 2 if something is slower, 3 if undecided, else 0.
    var exitCode: Int32 {
        switch self {
        case .faster, .equal: 0
        case .slower: 2
        case .undecided: 3
        }
    }
}
